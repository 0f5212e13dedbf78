-- What every process must hear of: ids, never data about a person. Read by cursor; NOTIFY only says that there is something.
create table news (
  id bigint generated always as identity primary key,
  -- The transaction that wrote it: everything older than the oldest one still running is there to be read.
  xid xid8 not null default pg_current_xact_id(),
  channel text not null,
  payload text not null,
  at timestamptz not null default now()
);
create index news_xid on news (xid);
create index news_at on news (at);

create function news_hint() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', new.id || ' ' || new.channel || ' ' || new.payload);
  return null;
end
$$;
create trigger news_hint after insert on news for each row execute function news_hint();
