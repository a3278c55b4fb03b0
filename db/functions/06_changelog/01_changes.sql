-- What differs, as { field: { old, new } }; nothing, false and empty lists are the same as absent.
CREATE OR REPLACE FUNCTION changed_fields(before jsonb, after jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT coalesce(
      jsonb_object_agg(key, jsonb_build_object(
        'old', coalesce(b.value, 'null'), 'new', coalesce(a.value, 'null'))), '{}')
    FROM jsonb_each(before) AS b FULL JOIN jsonb_each(after) AS a USING (key)
    WHERE CASE WHEN b.value IN ('null', 'false', '[]') THEN NULL ELSE b.value END
      IS DISTINCT FROM CASE WHEN a.value IN ('null', 'false', '[]') THEN NULL ELSE a.value END
  );

-- Two differences one after the other, as one.
CREATE OR REPLACE FUNCTION joined_changes(first jsonb, second jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT coalesce(
      jsonb_object_agg(key, jsonb_build_object(
        'old', coalesce(f.value, s.value) -> 'old', 'new', coalesce(s.value, f.value) -> 'new')),
      '{}')
    FROM jsonb_each(first) AS f FULL JOIN jsonb_each(second) AS s USING (key)
    WHERE (coalesce(f.value, s.value) -> 'old')
      IS DISTINCT FROM (coalesce(s.value, f.value) -> 'new')
  );

-- Who changes something, as the transaction was told.
CREATE OR REPLACE FUNCTION current_actor() RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN coalesce(
    nullif(current_setting('app.actor', true), ''),
    '{"name":"System","kind":"SYSTEM","way":"SYSTEM"}')::jsonb;

-- Whether the transaction removes its tenant with everything that it has.
CREATE OR REPLACE FUNCTION tenant_is_going() RETURNS boolean
  LANGUAGE sql STABLE
  RETURN current_setting('app.tenant_is_going', true) IS NOT DISTINCT FROM 'yes';

CREATE OR REPLACE FUNCTION write_change(
    type text, record uuid, name text, what text, of_member uuid, of_group uuid, before jsonb,
    after jsonb)
  RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
  difference jsonb := changed_fields(before, after);
BEGIN
  IF what = 'UPDATE' AND difference = '{}' THEN
    RETURN;
  END IF;
  -- A tenant that is being removed takes its history with it.
  IF what = 'DELETE' AND tenant_is_going() THEN
    RETURN;
  END IF;
  INSERT INTO change (
    actor_id, actor_name, actor_kind, way, import_run_id,
    record_type, record_id, record_name, operation, member_id, group_id, fields)
  VALUES (
    (actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way',
    (actor ->> 'importRunId')::uuid,
    type, record, name, what, of_member, of_group, difference)
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields),
    record_name = EXCLUDED.record_name,
    operation = CASE WHEN EXCLUDED.operation = 'DELETE' THEN 'DELETE' ELSE change.operation END;
END $$;

-- When what kind of record was changed, and by which transaction, for those who ask whether
-- anything has changed since.
CREATE OR REPLACE VIEW change_moment WITH (security_invoker = true) AS
  SELECT tenant_id, at, transaction_id, record_type FROM change;
GRANT SELECT ON change_moment TO vereinsheim_app;
