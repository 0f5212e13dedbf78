-- Accounts that nobody confirmed end after a day; looked for every minute, among all the others.
create index identity_users_unconfirmed on identity_users (modified_at) where status = 'UNCONFIRMED';
