-- The loans that an application came to: the first by its signature, a later one in the place of the one before.
create table loans (
  application_id uuid not null references applications (id),
  number integer not null,
  loan_number text not null,
  owner text not null,
  brand text not null,
  product_code text not null,
  -- Cents; the rate in percent a year, as it was disclosed.
  principal integer not null,
  finance_charge integer not null,
  apr double precision not null,
  -- Of a day on what is owed; 0: the charge is one fee, owed from the first day.
  daily_rate double precision not null,
  originated_on date not null,
  -- What the lender has said of the loan; null: it is told by what was paid and what is due.
  standing text,
  primary key (application_id, number)
);
create index loans_owner on loans (owner, brand);

-- What the agreement says is paid when; never changed. The column names are the documents', "principle" too.
create table loan_schedule (
  application_id uuid not null references applications (id),
  loan integer not null,
  installment_number integer not null,
  due_date date not null,
  payment_amount integer not null,
  interest integer not null,
  principle integer not null,
  balance integer not null,
  primary key (application_id, loan, installment_number),
  foreign key (application_id, loan) references loans (application_id, number)
);

-- Double entry: a change is the lines of one entry, which add up to nothing. A debit is positive. What is owed is the sum of the
-- accounts principal and charges; it is written nowhere else.
create table loan_ledger (
  application_id uuid not null references applications (id),
  loan integer not null,
  entry integer not null,
  account text not null check (account in ('principal', 'charges', 'bank', 'income')),
  cents integer not null,
  kind text not null,
  day date not null,
  at timestamptz not null,
  primary key (application_id, loan, entry, account),
  foreign key (application_id, loan) references loans (application_id, number)
);

create function loan_ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from loan_ledger where (application_id, loan, entry) in (select application_id, loan, entry from written)
    group by application_id, loan, entry having sum(cents) <> 0
  ) then raise exception 'an entry of the ledger does not add up to nothing'; end if;
  return null;
end $$;
create trigger loan_ledger_balances after insert on loan_ledger
  referencing new table as written for each statement execute function loan_ledger_balances();

create function loan_ledger_stands() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is never changed: a mistake is an entry of its own';
end $$;
create trigger loan_ledger_stands before update or delete on loan_ledger for each row execute function loan_ledger_stands();
create trigger loan_schedule_stands before update or delete on loan_schedule for each row execute function loan_ledger_stands();
