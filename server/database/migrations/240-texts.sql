-- What pages said, by its hash: facts of a brand as JSON. The texts of flows and documents stand in definitions.
create table texts (
  hash text primary key,
  body text not null,
  kept_at timestamptz not null default now()
);
