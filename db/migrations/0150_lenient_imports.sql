-- Up Migration

ALTER TABLE import_source NO FORCE ROW LEVEL SECURITY;
ALTER TABLE import_run NO FORCE ROW LEVEL SECURITY;
-- Nobody has to hear of it, and no club is set.
ALTER TABLE import_source DISABLE TRIGGER USER;
ALTER TABLE import_run DISABLE TRIGGER USER;

-- A fault in a field that isn't needed takes the value away and not the row. What is applied while
-- nobody looks stays as strict as it was set up.
UPDATE import_source
SET rules = rules || jsonb_build_object('strict', apply_automatically, 'neededFields', '[]'::jsonb);
UPDATE import_run
SET rules = rules || '{"strict": true, "neededFields": []}';

ALTER TABLE import_source ENABLE TRIGGER USER;
ALTER TABLE import_run ENABLE TRIGGER USER;
ALTER TABLE import_source FORCE ROW LEVEL SECURITY;
ALTER TABLE import_run FORCE ROW LEVEL SECURITY;
