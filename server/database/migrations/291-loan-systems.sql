-- What another loan system last said of a person: its loans are not made here, only the way the account leads goes by it.
create table loan_systems (
  owner text not null,
  brand text not null,
  source_system text not null,
  status text,
  landing_state text,
  -- An application that the system has approved on a condition; null: none.
  conditionally_approved jsonb,
  -- Whether it answered when it was asked last.
  answers boolean not null default true,
  primary key (owner, brand)
);
