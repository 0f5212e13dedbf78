-- An administrator acts in a session for a customer, until the last token given for that ends.
alter table identity_sessions add column acting_for uuid references identity_users (sub) on delete set null, add column acting_until timestamptz;

-- Everything that was asked in an acting session, before it was performed: who acted, and for whom.
create table identity_acting (
  id bigint generated always as identity primary key,
  actor uuid not null,
  -- Null: nobody was acted for, the request to act was refused.
  customer uuid,
  operation text not null,
  -- The application or draft it was about, if any.
  about text,
  at timestamptz not null
);
create index identity_acting_customer on identity_acting (customer, at);

-- Tokens that another brand's site sent along are good for one sign-on.
create table identity_used_tokens (jti text primary key, expires_at timestamptz not null);

-- Who asked in the customer's name, where it was not the customer.
alter table application_trail add column actor text;
