-- Beside their loan application a person keeps one open draft of each name. `draft` says which it is, where it stands and how many days
-- it stands there without a change; null: the loan application, whose status says both.
alter table applications add column draft jsonb;
create index applications_open_drafts on applications (created_at) where is_open and draft is not null;
-- '' is the loan application.
alter table person_drafts add column name text not null default '';
alter table person_drafts drop constraint person_drafts_pkey, add primary key (owner, brand, name);
