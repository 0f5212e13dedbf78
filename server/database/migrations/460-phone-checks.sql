-- Checks of a phone that are under way: its holder opens an address over the phone's own network, and the provider that
-- the network tells says whose line it came from. What the provider is asked by is sealed.
create table phone_checks (
  -- Names the address that is opened here; it gives no right.
  id uuid primary key,
  -- Id of the application that it is for: another proof than one about this counts for nothing.
  about uuid not null,
  -- A keyed hash of what only the device is led back with that opened the address.
  proof text not null unique,
  -- Where the provider wants the device, and by what it is asked for the result.
  sealed text not null,
  ends_at timestamptz not null
);
create index phone_checks_end on phone_checks (ends_at);
