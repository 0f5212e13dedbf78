-- Documents come by mail and a reviewer accepts them (decisions/0008): nothing has written here since uploadDocuments is gone.
drop table application_documents;
