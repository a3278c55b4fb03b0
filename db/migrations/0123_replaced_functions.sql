-- Up Migration

-- What versions before the baseline called by other parameters; nothing calls these any more.
DROP FUNCTION IF EXISTS operations.add_job(text, json, text, timestamptz, int);
DROP FUNCTION IF EXISTS search_messages(uuid, text, text[], text, int);
DROP FUNCTION IF EXISTS find_messages(uuid, text[], text[], int);
