-- The systems that loans are kept in, as the documents name them: what any other says of somebody is not taken over.
alter table loan_systems add constraint loan_systems_source_system
  check (source_system in ('STARS3X', 'STARS4X', 'CONNECTIONS', 'LOANPRO', 'QFUND'));
