-- How often something was asked or tried for a subject, as instants, newest last: a window that slides, so that no two neighbouring
-- windows let twice as many through. The subject is a person's id, a stranger's derived id, or the blind index of a network address.
create table identity_limits (
  subject text not null,
  kind text not null,
  taken timestamptz[] not null,
  primary key (subject, kind)
);

-- Codes live ten minutes: those on their way are sent anew. The address a code went to is sealed, and sends are counted above.
delete from identity_codes;
alter table identity_codes drop column sends, drop column window_from;

-- A session is a family of refresh tokens, each good for one use; a used one that comes again ends the family.
create table identity_refresh_tokens (
  hash text primary key,
  origin_jti uuid not null references identity_sessions (origin_jti) on delete cascade,
  used_at timestamptz
);
create index identity_refresh_tokens_session on identity_refresh_tokens (origin_jti);
insert into identity_refresh_tokens (hash, origin_jti) select refresh_hash, origin_jti from identity_sessions;
alter table identity_sessions drop column refresh_hash;

-- To whom a message goes is sealed with its text; messages of one person are found by the blind index of the address.
-- Rows from before keep their clear recipient until they are tidied away.
alter table messages alter column recipient drop not null;
alter table messages add column recipient_index text;
create index messages_recipient on messages (recipient_index);
-- Two messages of one instant have an order, too.
alter table messages add column number bigint generated always as identity;
