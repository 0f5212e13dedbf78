-- Definitions that applications are pinned to: module text by content hash; kit null marks an operator kit.
create table definitions (
  hash text primary key,
  code text not null,
  kit text,
  kept_at timestamptz not null default now()
);

create table applications (
  id uuid primary key default gen_random_uuid(),
  owner text not null,
  email text,
  brand text not null,
  flow text not null,
  definition text not null,
  application_type text not null default 'STANDARD',
  channel text not null default 'ONLINE',
  state_code text,
  campaign_id text,
  preferred_product_code text,
  application_url text,
  -- The application document: sensitive leaves are { "$sealed": blob }.
  answers jsonb not null default '{}',
  journey jsonb not null default '{}',
  -- Operation name -> { outcome, value }.
  results jsonb not null default '{}',
  revision integer not null default 0,
  version integer not null default 0,
  is_open boolean not null default true,
  status text not null default 'UNSUBMITTED',
  -- What the status machine knows: signals it waits for, reasons, offer, what was already asked once.
  progress jsonb not null default '{}',
  step integer not null default 0,
  attempt integer not null default 0,
  signals integer not null default 0,
  due_at timestamptz,
  lease_by text,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  finished_at timestamptz
);
create unique index applications_one_open on applications (owner, brand) where is_open;
create index applications_due on applications (due_at) where due_at is not null;

-- One row a save: the same key again is answered with the same revision.
create table application_saves (
  application_id uuid not null references applications (id),
  key text not null,
  revision integer not null,
  primary key (application_id, key)
);

-- Which version of which document was on the page when, in evidence.
create table application_shown (
  application_id uuid not null references applications (id),
  id_tag text not null,
  hash text not null,
  flow_step text not null,
  shown_at timestamptz not null,
  primary key (application_id, id_tag, hash, flow_step)
);

-- What really happened: operations executed and statuses passed. Rows without an application belong to their owner or session.
create table application_trail (
  id bigint generated always as identity primary key,
  application_id uuid references applications (id),
  owner text,
  session text,
  brand text not null,
  operation text not null,
  outcome text not null,
  value jsonb,
  at timestamptz not null default now()
);
-- One row per way an operation came out for somebody; the time and value are the last ones.
create unique index application_trail_once on application_trail
  ((coalesce(application_id::text, '')), (coalesce(owner, '')), (coalesce(session, '')), brand, operation, outcome);
create index application_trail_owner on application_trail (owner, brand) where application_id is null;
create index application_trail_session on application_trail (session) where application_id is null;

create table application_history (
  application_id uuid not null references applications (id),
  step integer not null,
  from_status text not null,
  to_status text not null,
  at timestamptz not null default now(),
  primary key (application_id, step)
);

-- Documents the applicant uploads; the body is sealed.
create table application_documents (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  name text not null,
  content_type text not null,
  body text not null,
  uploaded_at timestamptz not null default now()
);

-- A notice sent once: the key is the application and the kind of notice.
create table application_notices (
  application_id uuid not null references applications (id),
  kind text not null,
  sent_at timestamptz not null default now(),
  primary key (application_id, kind)
);

-- Analytics events and error reports received; ids and timings only.
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  session text,
  brand text,
  body jsonb not null,
  at timestamptz not null default now()
);
