-- Up Migration

-- A fault in a field that isn't needed takes the value away and not the row. What is applied while
-- nobody looks stays as strict as it was set up.
UPDATE import_source
SET rules = rules || jsonb_build_object('strict', apply_automatically, 'neededFields', '[]'::jsonb);
UPDATE import_run
SET rules = rules || '{"strict": true, "neededFields": []}';
