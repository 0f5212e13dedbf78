-- What a person did counts in every session of theirs: one row for each way an operation came out, the newest.
delete from application_trail as older using application_trail as newer
where older.owner is not null and newer.owner = older.owner and newer.brand = older.brand and newer.operation = older.operation
  and newer.outcome = older.outcome and (newer.at, newer.id) > (older.at, older.id);
update application_trail set session = null where owner is not null;
