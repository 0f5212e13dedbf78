-- How surely it is known who a session belongs to: 1 by one proof, 2 by a second one in this session.
alter table identity_sessions add column assurance integer not null default 1;
