-- Where the papers of a loan were signed: its application, or the draft of the change by which it took another's place.
-- A copy of them is given, and kept, for as long as the loan is there. No key: a draft may lie where its application does
-- not.
alter table loans add column signed_in uuid;
update loans set signed_in = coalesce((
    select id from applications as draft
    where draft.owner = loans.owner and draft.brand = loans.brand and not draft.is_open
      and draft.progress->'replaces'->>'applicationId' = loans.application_id::text
      and (draft.progress->'replaces'->>'number')::int = loans.number - 1
    order by draft.finished_at desc nulls last, draft.begun desc limit 1
  ), application_id);
alter table loans alter column signed_in set not null;
create index loans_signed_in on loans (signed_in);
