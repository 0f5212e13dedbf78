-- An application is an append-only chain of acts; `applications` keeps its fold. Sensitive leaves of a body are sealed as in the row.
create table application_acts (
  application_id uuid not null references applications (id),
  number integer not null,
  previous text not null,
  hash text not null,
  actor text not null,
  key text,
  body_hash text,
  operation text not null,
  definition text not null,
  at timestamptz not null,
  -- The very text that is hashed.
  body text not null,
  -- What the call was answered with, sealed; forgotten after 24 hours, so no part of the hash.
  answer text,
  primary key (application_id, number)
);
create unique index application_acts_key on application_acts (application_id, key) where key is not null;
create index application_acts_answers on application_acts (at) where answer is not null;

-- `version` is the number of the last act, `head` its hash.
alter table applications add column head text not null default '';
alter table applications add column outcomes jsonb not null default '{}';

-- Whose open application is which: what is unique for a person stands in a directory of its own, so that applications can be split by id.
create table person_drafts (
  owner text not null,
  brand text not null,
  application_id uuid not null unique references applications (id),
  primary key (owner, brand)
);
insert into person_drafts (owner, brand, application_id) select owner, brand, id from applications where is_open;
drop index applications_one_open;
create index applications_owner on applications (owner, brand, created_at);

-- Applications from before: one act that holds where they stand and what the four tables told of the way.
update applications set version = 1, outcomes = coalesce((
  select jsonb_object_agg(operation, names) from (
    select operation, jsonb_agg(outcome order by at, id) as names from application_trail where application_id = applications.id group by operation
  ) as told), '{}');
insert into application_acts (application_id, number, previous, hash, actor, operation, definition, at, body)
select id, 1, '', '', 'lender', 'takenOver', definition, date_trunc('milliseconds', modified_at), jsonb_build_object(
  'set', jsonb_build_object(
    'owner', owner, 'email', email, 'brand', brand, 'flow', flow, 'definition', definition, 'application_type', application_type,
    'channel', channel, 'state_code', state_code, 'campaign_id', campaign_id, 'preferred_product_code', preferred_product_code,
    'application_url', application_url, 'answers', answers, 'journey', journey, 'results', results, 'outcomes', outcomes,
    'revision', revision, 'is_open', is_open, 'status', status, 'progress', progress, 'step', step,
    'created_at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'modified_at', to_char(modified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'finished_at', to_char(finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  'before', jsonb_build_object(
    'left', (select coalesce(jsonb_agg(jsonb_build_object('step', flow_step, 'how', transition, 'definition', definition, 'at', left_at) order by id), '[]') from application_left where application_id = applications.id),
    'shown', (select coalesce(jsonb_agg(jsonb_build_object('idTag', id_tag, 'hash', hash, 'step', flow_step, 'at', shown_at) order by shown_at, id_tag), '[]') from application_shown where application_id = applications.id),
    'trail', (select coalesce(jsonb_agg(jsonb_build_object('operation', operation, 'outcome', outcome, 'value', value, 'at', at) order by at, id), '[]') from application_trail where application_id = applications.id),
    'statuses', (select coalesce(jsonb_agg(jsonb_build_object('from', from_status, 'to', to_status, 'at', at) order by step), '[]') from application_history where application_id = applications.id))
)::text from applications;
update application_acts set hash = rtrim(translate(encode(sha256(convert_to(concat_ws(E'\n', '', application_id::text, '1', actor, '', '', operation, definition,
  to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), body), 'UTF8')), 'base64'), E'+/\n', '-_'), '=');
update applications set head = (select hash from application_acts where application_id = applications.id);

drop table application_saves;
drop table application_shown;
drop table application_left;
drop table application_history;

-- What is left of the trail: what a person did before they had an application.
delete from application_trail where application_id is not null;
drop index application_trail_once;
drop index application_trail_owner;
drop index application_trail_session;
alter table application_trail drop column application_id;
create unique index application_trail_once on application_trail ((coalesce(owner, '')), (coalesce(session, '')), brand, operation, outcome);
create index application_trail_session on application_trail (session);
