-- Who forgot their email is found by the phone of the account.
create index identity_users_phone on identity_users ((attributes ->> 'phone_number'));
