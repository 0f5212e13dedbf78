-- Files that people send as answers of an application or draft. `told` (name, bytes, type, hash) and the parts of the content are sealed.
-- Without `told` a file is still on its way, and `bytes` is the room it may take; `named` once an answer names it.
create table files (
  application_id uuid not null references applications (id) on delete cascade,
  id uuid not null,
  owner text not null,
  key text not null,
  bytes bigint not null,
  told text,
  named boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (application_id, id),
  unique (application_id, key)
);
create index files_of_owner on files (owner);
create index files_unnamed on files (created_at) where not named;
create table file_parts (
  application_id uuid not null references applications (id) on delete cascade,
  file_id uuid not null,
  number int not null,
  sealed bytea not null,
  primary key (application_id, file_id, number),
  foreign key (application_id, file_id) references files (application_id, id) on delete cascade
);
