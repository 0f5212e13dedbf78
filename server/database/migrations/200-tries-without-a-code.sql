-- A used code keeps its hash, so that only who holds it hears that it is used; tries of an address that was sent none
-- are counted in a row without a target.
delete from identity_codes where hash is null;
alter table identity_codes
  alter column hash set not null,
  alter column target drop not null,
  add column used_at timestamptz;
