-- Customers of the stores, as the stores' own system tells them: they enroll to have an account online. Who they are is sealed; they
-- are found by keyed hashes alone.
create table store_customers (
  id uuid primary key,
  brand text not null,
  ssn_index text not null,
  email_index text,
  details text not null,
  -- The back office says no to enrolling online.
  refused boolean not null default false,
  -- Whether the stores' system answers when it is asked for this customer.
  answers boolean not null default true,
  -- The account that the customer has online.
  account uuid,
  unique (brand, ssn_index)
);
create index store_customers_email on store_customers (email_index);

-- Enrollments under way. One belongs to the session that began it and has an end that is stated: nothing is done with it afterwards.
create table enrollments (
  id uuid primary key,
  session text not null,
  brand text not null,
  -- The record that it may be about; null: nobody's, and it is answered alike as long as nothing is proved.
  customer uuid references store_customers (id),
  -- What is asked next, and how it was ended, in the words of the documents.
  step text not null,
  result text,
  phone_proved boolean not null default false,
  -- Sealed.
  email text not null,
  -- Of the account that waits for its password.
  account uuid,
  ends_at timestamptz not null
);
create index enrollments_end on enrollments (ends_at);
