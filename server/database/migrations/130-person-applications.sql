-- Which applications a person began, and by which press: the idempotency key of the creation, else the application's own id. A creation
-- that is repeated after its application has ended finds it here, and the rows of a person are found by id, on whichever part they lie.
create table person_applications (
  owner text not null,
  brand text not null,
  key text not null,
  application_id uuid not null unique references applications (id),
  primary key (owner, brand, key)
);
insert into person_applications (owner, brand, key, application_id)
select applications.owner, applications.brand, coalesce(application_acts.key, applications.id::text), applications.id
from applications join application_acts on application_acts.application_id = applications.id and application_acts.number = 1
on conflict do nothing;
insert into person_applications (owner, brand, key, application_id)
select owner, brand, id::text, id from applications where id not in (select application_id from person_applications);
drop index applications_owner;

-- Every key of a table that belongs to an application holds the application's id, so that no table needs another part to know what is free.
alter table application_documents drop constraint application_documents_pkey, add primary key (application_id, id);
alter table application_looks drop constraint application_looks_pkey, add primary key (application_id, id);
