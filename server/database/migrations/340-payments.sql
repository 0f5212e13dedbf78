-- What people asked to pay on a loan. Its id is the draft by which it was asked. The ledger has a payment once the money came, in the
-- statement that makes it `taken` here.
create table loan_payments (
  application_id uuid not null references applications (id),
  loan integer not null,
  id uuid not null,
  -- What the provider knows it by: sent with the request, told with every answer.
  reference text not null,
  cents integer not null check (cents > 0),
  state text not null check (state in ('asked', 'inFlight', 'taken', 'declined', 'lost')),
  -- The Eastern date on which it was asked: it counts on that day, however late it is heard of.
  day date not null,
  asked_at timestamptz not null,
  -- The number of the act by which it was asked.
  act integer not null,
  -- The provider's own number of it, and the last digits of what was paid with, as the provider tells them.
  transaction text,
  paid_with text,
  primary key (application_id, id),
  foreign key (application_id, loan) references loans (application_id, number)
);
-- A notice of the provider names the reference alone.
create unique index loan_payments_reference on loan_payments (application_id, reference);
create index loan_payments_by_reference on loan_payments (reference);
-- One at a time: until it is known what became of one, no other is asked for.
create unique index loan_payments_under_way on loan_payments (application_id, loan) where state in ('asked', 'inFlight');

-- What the stand-in for the provider was asked; empty in production, where there is none.
create table payment_stand_in (
  transaction bigint primary key generated always as identity (start with 60000000001),
  invoice text not null,
  cents integer not null,
  token text not null unique,
  told jsonb not null
);
