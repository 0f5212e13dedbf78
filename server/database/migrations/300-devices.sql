-- Devices on which people need not prove a second time who they are: by the hash of a secret that the device alone keeps.
create table identity_devices (
  hash text primary key,
  sub uuid not null references identity_users (sub) on delete cascade,
  -- A keyed hash of what the device looked like when it was remembered.
  fingerprint text not null,
  expires_at timestamptz not null
);
create index identity_devices_sub on identity_devices (sub);
