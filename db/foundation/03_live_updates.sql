-- Statement trigger: tells the other processes which kind of thing changed. Names up to 200 things,
-- `*` where there are more. A thing without an id (a guest) counts without being named.
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  named text;
  number int;
  kind text := TG_ARGV[0];
  id_column text := coalesce(TG_ARGV[1], 'id');
BEGIN
  EXECUTE format(
    'SELECT string_agg(id::text, '' ''), count(*)
     FROM (SELECT DISTINCT %I AS id FROM changed LIMIT 201) few', id_column)
  INTO named, number;
  IF number > 0 THEN
    PERFORM pg_notify('vereinsheim_change', concat_ws(' ',
      current_setting('app.tenant_id'), kind, CASE WHEN number > 200 THEN '*' ELSE named END));
  END IF;
  RETURN NULL;
END $$;

-- Announces inserts, updates and deletes of a table as changes of a kind.
CREATE OR REPLACE PROCEDURE announce_table_changes(
    name regclass, kind text, id_column text DEFAULT 'id')
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER announce_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION announce_change(%L, %L)', name, kind, id_column);
  EXECUTE format(
    'CREATE TRIGGER announce_update AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION announce_change(%L, %L)', name, kind, id_column);
  EXECUTE format(
    'CREATE TRIGGER announce_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION announce_change(%L, %L)', name, kind, id_column);
END $$;
