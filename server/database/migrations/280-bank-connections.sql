-- What the owner of an application shared by a bank link: tokens and accounts, sealed as one text. Gone with the application.
create table bank_connections (
  application_id uuid primary key references applications (id) on delete cascade,
  -- Blind index: the same link told twice is exchanged once.
  public_token text not null,
  told text not null,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
