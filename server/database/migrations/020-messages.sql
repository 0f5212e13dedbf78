-- Mail and text messages to people, also the local inbox. The text is sealed.
create table messages (
  id uuid primary key,
  recipient text not null,
  channel text not null check (channel in ('email', 'sms')),
  purpose text not null,
  brand text not null,
  subject text not null,
  body text not null,
  -- inbox: stays here; due: waits for the relay; sent; failed; withheld: written for nobody, so that an unknown address costs the same.
  state text not null check (state in ('inbox', 'due', 'sent', 'failed', 'withheld')),
  attempts integer not null default 0,
  due_at timestamptz,
  written_at timestamptz not null
);
create index messages_written on messages (written_at);
create index messages_due on messages (due_at) where state = 'due';
