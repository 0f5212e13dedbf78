-- How an application came to be: what it was begun from, by whom the loan systems knew its person then, and where its request came from
-- (sealed). Applications from before say nothing of it.
alter table applications add column origin jsonb not null default '{}';
