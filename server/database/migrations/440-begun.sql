-- The order in which applications began, where clocks say the same: two payments of one second, or a clock set back.
alter table applications add column begun bigint generated always as identity;
