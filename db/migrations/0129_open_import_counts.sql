-- Up Migration

-- How many rows change a member and how many say the same, for readers who may not see protected
-- fields: a row that gives one counts as a change for them, whether it differs or not, so that
-- trying values tells nothing. What was compared before is a change for all that they can tell.
ALTER TABLE import_run
  ADD open_changed_count int NOT NULL DEFAULT 0,
  ADD open_same_count int NOT NULL DEFAULT 0;
ALTER TABLE import_run NO FORCE ROW LEVEL SECURITY;
-- Nobody has to hear of it, and no club is set.
ALTER TABLE import_run DISABLE TRIGGER USER;
UPDATE import_run SET open_changed_count = changed_count + same_count;
ALTER TABLE import_run ENABLE TRIGGER USER;
ALTER TABLE import_run FORCE ROW LEVEL SECURITY;
