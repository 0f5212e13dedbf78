-- Applications that nobody goes on with are looked for by their age. It never changes, so a save writes nothing here.
create index applications_open_since on applications (created_at) where is_open;
