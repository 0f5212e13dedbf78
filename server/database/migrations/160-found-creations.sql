-- A creation that found the draft of another tab stands among the person's, too, under its own key: an application has as many rows here as
-- presses were answered with it.
alter table person_applications drop constraint person_applications_application_id_key;
create index person_applications_application on person_applications (application_id);
