-- The account of a remembered device may be in a user pool elsewhere; a device ends by itself after thirty days.
alter table identity_devices drop constraint identity_devices_sub_fkey;
