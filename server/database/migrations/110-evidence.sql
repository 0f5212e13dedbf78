-- Every time a page was left, in order: how, by which version of the flow, and when. A row without a transition: it is asked again.
create table application_left (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications (id),
  flow_step text not null,
  transition jsonb,
  definition text not null,
  left_at timestamptz not null
);
create index application_left_application on application_left (application_id, id);

-- Which operator looked at an application with a command of this machine.
create table application_looks (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications (id),
  looked_by text not null,
  command text not null,
  at timestamptz not null default now()
);
