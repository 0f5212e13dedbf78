-- Documents as PDF with an application's own data, as they were given to its owner: version and hash of the text,
-- SHA-256 of the file, and when. The content is sealed.
create table application_documents (
  application_id uuid not null references applications (id) on delete cascade,
  id_tag text not null,
  -- Of the text with its figures filled in.
  words_hash text not null,
  version text not null,
  document_hash text not null,
  file_hash text not null,
  sealed bytea not null,
  made_at timestamptz not null,
  primary key (application_id, id_tag, words_hash)
);
