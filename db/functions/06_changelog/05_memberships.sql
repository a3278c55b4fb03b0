-- Memberships begin, end and go by the thousand (a group's people, an import and its undoing):
-- their changes are written by one statement each, as those of members are.
CREATE OR REPLACE FUNCTION history_of_membership(m membership) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN jsonb_build_object(
    'group', (SELECT name FROM club_group WHERE id = m.group_id),
    'function', m.function, 'from', m.from_on, 'to', m.to_on, 'leader', m.leader);

CREATE OR REPLACE FUNCTION record_created_memberships() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
BEGIN
  INSERT INTO change (
    actor_id, actor_name, actor_kind, way, import_run_id,
    record_type, record_id, record_name, operation, member_id, group_id, fields)
  SELECT
    (actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way',
    (actor ->> 'importRunId')::uuid,
    'MEMBERSHIP', ms.id, full_name(m.first_name, m.last_name), 'CREATE', ms.member_id, ms.group_id,
    changed_fields('{}', jsonb_build_object(
      'group', g.name, 'function', ms.function, 'from', ms.from_on, 'to', ms.to_on,
      'leader', ms.leader))
  FROM created ms
  JOIN member m ON m.id = ms.member_id
  JOIN club_group g ON g.id = ms.group_id
  -- Removed and brought back in one transaction.
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields), operation = 'UPDATE';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_changed_memberships() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
BEGIN
  INSERT INTO change (
    actor_id, actor_name, actor_kind, way, import_run_id,
    record_type, record_id, record_name, operation, member_id, group_id, fields)
  SELECT
    (actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way',
    (actor ->> 'importRunId')::uuid,
    'MEMBERSHIP', after.id, coalesce(full_name(m.first_name, m.last_name), ''), 'UPDATE',
    after.member_id, after.group_id, f.fields
  FROM before
  JOIN after ON after.tenant_id = before.tenant_id AND after.id = before.id
  LEFT JOIN member m ON m.tenant_id = after.tenant_id AND m.id = after.member_id
  CROSS JOIN LATERAL (
    SELECT changed_fields(history_of_membership(before), history_of_membership(after)) AS fields) f
  WHERE f.fields <> '{}'
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields), record_name = EXCLUDED.record_name;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_deleted_memberships() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
BEGIN
  IF tenant_is_going() THEN
    RETURN NULL;
  END IF;
  -- Tenants are named, because below a cascade this runs with the rights of the tables' owner, whom
  -- row-level security may not bind.
  INSERT INTO change (
    actor_id, actor_name, actor_kind, way, import_run_id,
    record_type, record_id, record_name, operation, member_id, group_id, fields)
  SELECT
    (actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way',
    (actor ->> 'importRunId')::uuid,
    'MEMBERSHIP', gone.id, coalesce(full_name(m.first_name, m.last_name), ''), 'DELETE',
    gone.member_id, gone.group_id, changed_fields(history_of_membership(gone), '{}')
  FROM gone
  LEFT JOIN member m ON m.tenant_id = gone.tenant_id AND m.id = gone.member_id
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields),
    record_name = EXCLUDED.record_name,
    operation = 'DELETE';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER record_insert AFTER INSERT ON membership
  REFERENCING NEW TABLE AS created
  FOR EACH STATEMENT EXECUTE FUNCTION record_created_memberships();
CREATE OR REPLACE TRIGGER record_update AFTER UPDATE ON membership
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_memberships();
CREATE OR REPLACE TRIGGER record_delete AFTER DELETE ON membership
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_memberships();

CREATE OR REPLACE VIEW present_membership WITH (security_invoker = true) AS
  SELECT ms.tenant_id, ms.id, history_of_membership(ms) AS present FROM membership ms;
GRANT SELECT ON present_membership TO vereinsheim_app;
