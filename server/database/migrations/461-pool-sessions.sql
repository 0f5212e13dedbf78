-- What is known here of sessions at a user pool elsewhere, which keeps accounts and sessions itself.

-- How surely it is known who a session belongs to, where a second proof raised it.
create table identity_pool_sessions (
  -- Of the pool's tokens.
  origin_jti text primary key,
  sub text not null,
  assurance integer not null,
  ends_at timestamptz not null
);
create index identity_pool_sessions_end on identity_pool_sessions (ends_at);

-- Since when no session of somebody is good that began before: the pool's tokens hold by themselves until they end.
create table identity_pool_ends (
  sub text primary key,
  ended_at timestamptz not null
);
create index identity_pool_ends_at on identity_pool_ends (ended_at);
