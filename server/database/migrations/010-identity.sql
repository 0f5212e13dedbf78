-- People who can sign in. The password is kept as an SRP verifier, sealed.
create table identity_users (
  sub uuid primary key,
  email text not null,
  email_lower text generated always as (lower(email)) stored unique,
  -- UNCONFIRMED, CONFIRMED, FORCE_CHANGE_PASSWORD, RESET_REQUIRED
  status text not null,
  enabled boolean not null default true,
  -- Attributes other than email, by the provider's names, all text.
  attributes jsonb not null default '{}',
  salt text not null,
  verifier text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null
);

create table identity_groups (
  sub uuid not null references identity_users (sub) on delete cascade,
  name text not null,
  primary key (sub, name)
);

-- Failed sign-ins by subject: a user's sub, or the id derived from an address nobody has, so that both are answered alike.
create table identity_attempts (
  subject text primary key,
  failed integer not null,
  locked_until timestamptz not null,
  failed_at timestamptz not null
);

-- The one live code of a subject and purpose; the row outlives the code, because it counts how often codes were sent.
create table identity_codes (
  subject text not null,
  purpose text not null,
  -- Keyed hash of the code; null once it was used.
  hash text,
  tries integer not null,
  -- The address the code was sent to.
  target text not null,
  expires_at timestamptz not null,
  sends integer not null,
  window_from timestamptz not null,
  primary key (subject, purpose)
);

-- Half-done sign-ins; taken by DELETE, so each is used once, whichever process it comes back to. Data is sealed.
create table identity_challenges (
  id text primary key,
  data text not null,
  expires_at timestamptz not null
);
create index identity_challenges_expires on identity_challenges (expires_at);

-- Signed-in sessions: hash of the refresh token.
create table identity_sessions (
  origin_jti uuid primary key,
  refresh_hash text not null unique,
  sub uuid not null references identity_users (sub) on delete cascade,
  client_id text not null,
  auth_time timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index identity_sessions_sub on identity_sessions (sub);

-- Keys that sign tokens; the newest signs, all verify. The private half is sealed.
create table identity_keys (
  kid text primary key,
  jwk text not null,
  created_at timestamptz not null
);
