-- Members come, change and go by the thousand (imports): their changes are written by one statement
-- each, not row by row.
CREATE OR REPLACE FUNCTION record_created_members() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
  actor_id uuid := actor ->> 'userId';
  actor_name text := actor ->> 'name';
  actor_kind text := actor ->> 'kind';
  way text := actor ->> 'way';
  run uuid := actor ->> 'importRunId';
BEGIN
  INSERT INTO change (
    actor_id, actor_name, actor_kind, way, import_run_id,
    record_type, record_id, record_name, operation, member_id, fields)
  SELECT
    actor_id, actor_name, actor_kind, way, run,
    'USER', m.id, full_name(m.first_name, m.last_name), 'CREATE', m.id, history_of_new_member(m)
  FROM created m;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_changed_members() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
  actor_id uuid := actor ->> 'userId';
  actor_name text := actor ->> 'name';
  actor_kind text := actor ->> 'kind';
  way text := actor ->> 'way';
  run uuid := actor ->> 'importRunId';
BEGIN
  INSERT INTO change (
    actor_id, actor_name, actor_kind, way, import_run_id,
    record_type, record_id, record_name, operation, member_id, fields)
  SELECT
    actor_id, actor_name, actor_kind, way, run,
    'USER', after.id, full_name(after.first_name, after.last_name), 'UPDATE', after.id, f.fields
  FROM before
  JOIN after ON after.tenant_id = before.tenant_id AND after.id = before.id
  CROSS JOIN LATERAL (
    -- Of an anonymised member the values that go must not come to rest here.
    SELECT CASE WHEN before.anonymised_at IS NULL AND after.anonymised_at IS NOT NULL
      THEN '{"anonymised": {"old": false, "new": true}}'
      ELSE history_of_changed_member(before, after) END AS fields
    -- Keeps the planner from working it out twice, for the condition and for the row.
    OFFSET 0
  ) f
  WHERE f.fields <> '{}'
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields), record_name = EXCLUDED.record_name;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_deleted_members() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_change(
    'USER', m.id, full_name(m.first_name, m.last_name), 'DELETE', m.id, NULL,
    history_of_member(m), '{}')
  FROM deleted m;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER record_insert AFTER INSERT ON member
  REFERENCING NEW TABLE AS created
  FOR EACH STATEMENT EXECUTE FUNCTION record_created_members();
CREATE OR REPLACE TRIGGER record_update AFTER UPDATE ON member
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_members();
CREATE OR REPLACE TRIGGER record_delete AFTER DELETE ON member
  REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_members();

-- Members as the history would write them now; anonymised ones have no values any more.
CREATE OR REPLACE VIEW present_member WITH (security_invoker = true) AS
  SELECT m.tenant_id, m.id, m.version, m.deleted_at, history_of_member(m) AS present
  FROM member m WHERE m.anonymised_at IS NULL;
GRANT SELECT ON present_member TO vereinsheim_app;
