-- Up Migration
-- The change history. Written by triggers only, in the transaction of the change, so that no way of changing can forget it.
CREATE TABLE change (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  -- One save of one record is one entry, however many statements it takes.
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  actor_id uuid,
  actor_name text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('USER', 'IMPORT', 'SYSTEM')),
  way text NOT NULL CHECK (way IN ('UI', 'PROFILE', 'IMPORT', 'REVERT', 'SYSTEM')),
  import_run_id uuid,
  record_type text NOT NULL CHECK (record_type IN ('USER', 'MEMBERSHIP', 'GROUP', 'LOGIN')),
  record_id uuid NOT NULL,
  -- As it was then; stays when the record is gone.
  record_name text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('CREATE', 'UPDATE', 'DELETE')),
  -- The member and group it belongs to, without foreign keys: history outlives both.
  member_id uuid,
  group_id uuid,
  -- { field: { old, new } }
  fields jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT change_one_per_save UNIQUE (tenant_id, record_id, at, transaction_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('change');
CALL announce_table_changes('change', 'change');
CREATE INDEX change_by_time ON change (tenant_id, at, id);
CREATE INDEX change_by_member ON change (tenant_id, member_id, at, id);
CREATE INDEX change_by_actor ON change (tenant_id, actor_id, at, id);
CREATE INDEX change_by_import ON change (tenant_id, import_run_id) WHERE import_run_id IS NOT NULL;

-- What differs, as { field: { old, new } }; nothing, false and empty lists are the same as absent.
CREATE FUNCTION changed_fields(before jsonb, after jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT coalesce(jsonb_object_agg(key, jsonb_build_object('old', coalesce(b.value, 'null'), 'new', coalesce(a.value, 'null'))), '{}')
    FROM jsonb_each(before) AS b FULL JOIN jsonb_each(after) AS a USING (key)
    WHERE CASE WHEN b.value IN ('null', 'false', '[]') THEN NULL ELSE b.value END
      IS DISTINCT FROM CASE WHEN a.value IN ('null', 'false', '[]') THEN NULL ELSE a.value END
  );

-- Two differences one after the other, as one.
CREATE FUNCTION joined_changes(first jsonb, second jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT coalesce(jsonb_object_agg(key, jsonb_build_object('old', coalesce(f.value, s.value) -> 'old', 'new', coalesce(s.value, f.value) -> 'new')), '{}')
    FROM jsonb_each(first) AS f FULL JOIN jsonb_each(second) AS s USING (key)
    WHERE (coalesce(f.value, s.value) -> 'old') IS DISTINCT FROM (coalesce(s.value, f.value) -> 'new')
  );

-- Who changes something, as the transaction was told.
CREATE FUNCTION current_actor() RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN coalesce(nullif(current_setting('app.actor', true), ''), '{"name":"System","kind":"SYSTEM","way":"SYSTEM"}')::jsonb;

CREATE FUNCTION write_change(type text, record uuid, name text, what text, of_member uuid, of_group uuid, before jsonb, after jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
  difference jsonb := changed_fields(before, after);
BEGIN
  IF what = 'UPDATE' AND difference = '{}' THEN
    RETURN;
  END IF;
  -- A tenant that is being removed takes its history with it. Named here, because below a cascade triggers run with the
  -- rights of the tables' owner, whom row-level security may not bind.
  IF what = 'DELETE' AND NOT EXISTS (SELECT FROM tenant WHERE tenant_id = current_tenant()) THEN
    RETURN;
  END IF;
  INSERT INTO change (actor_id, actor_name, actor_kind, way, import_run_id, record_type, record_id, record_name, operation, member_id, group_id, fields)
  VALUES ((actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way', (actor ->> 'importRunId')::uuid, type, record, name, what, of_member, of_group, difference)
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields),
    record_name = EXCLUDED.record_name,
    operation = CASE WHEN EXCLUDED.operation = 'DELETE' THEN 'DELETE' ELSE change.operation END;
END $$;

-- Own fields by their names in the history.
CREATE FUNCTION history_of_own_fields(custom_fields jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
  RETURN (SELECT coalesce(jsonb_object_agg('cf.' || key, value), '{}') FROM jsonb_each(custom_fields));

-- Fields by their names in the interface. Technical columns (search text, versions, times) are left out.
-- Without a sub-query of its own, so that PostgreSQL inlines it: it runs for every row of an import.
CREATE FUNCTION history_of_member(m member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN jsonb_build_object(
    'memberNumber', m.member_number, 'salutation', m.salutation, 'title', m.title, 'firstname', m.first_name, 'lastname', m.last_name,
    'email', m.email, 'phone', m.phone, 'mobile', m.mobile, 'street', m.street, 'addressAddition', m.address_addition,
    'postalCode', m.postal_code, 'city', m.city, 'country', m.country, 'birthday', m.birthday, 'gender', m.gender,
    'joinedOn', m.joined_on, 'terminatedOn', m.terminated_on, 'leftOn', m.left_on, 'deceasedOn', m.deceased_on, 'status', m.status,
    'accountHolder', m.account_holder, 'iban', m.iban, 'bic', m.bic, 'mandateReference', m.mandate_reference, 'notes', m.notes,
    'isAdmin', m.is_admin, 'permissions', to_jsonb(m.permissions), 'messageMail', m.message_mail,
    'hasProfilePicture', m.picture_256 IS NOT NULL, 'inTrash', m.deleted_at IS NOT NULL, 'anonymised', m.anonymised_at IS NOT NULL
  ) || CASE WHEN m.custom_fields = '{}' THEN '{}'::jsonb ELSE history_of_own_fields(m.custom_fields) END;

-- Members come by the thousand (imports), so their changes are written by one statement each, not row by row.
CREATE FUNCTION record_created_members() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
BEGIN
  INSERT INTO change (actor_id, actor_name, actor_kind, way, import_run_id, record_type, record_id, record_name, operation, member_id, fields)
  SELECT (actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way', (actor ->> 'importRunId')::uuid,
    'USER', m.id, full_name(m.first_name, m.last_name), 'CREATE', m.id, f.fields
  FROM created m CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(key, jsonb_build_object('old', NULL, 'new', value)) AS fields
    FROM jsonb_each(history_of_member(m)) WHERE value NOT IN ('null', 'false', '[]')
  ) f;
  RETURN NULL;
END $$;

CREATE FUNCTION record_changed_members() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
BEGIN
  INSERT INTO change (actor_id, actor_name, actor_kind, way, import_run_id, record_type, record_id, record_name, operation, member_id, fields)
  SELECT (actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way', (actor ->> 'importRunId')::uuid,
    'USER', after.id, full_name(after.first_name, after.last_name), 'UPDATE', after.id, f.fields
  FROM before JOIN after ON after.id = before.id CROSS JOIN LATERAL (
    -- Of an anonymised member the values that go must not come to rest here.
    SELECT CASE WHEN before.anonymised_at IS NULL AND after.anonymised_at IS NOT NULL THEN '{"anonymised": {"old": false, "new": true}}'
      ELSE changed_fields(history_of_member(before), history_of_member(after)) END AS fields
  ) f
  WHERE f.fields <> '{}'
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields), record_name = EXCLUDED.record_name;
  RETURN NULL;
END $$;

CREATE FUNCTION record_deleted_members() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_change('USER', m.id, full_name(m.first_name, m.last_name), 'DELETE', m.id, NULL, history_of_member(m), '{}') FROM deleted m;
  RETURN NULL;
END $$;
CREATE TRIGGER record_insert AFTER INSERT ON member REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION record_created_members();
CREATE TRIGGER record_update AFTER UPDATE ON member REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_changed_members();
CREATE TRIGGER record_delete AFTER DELETE ON member REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_members();

CREATE FUNCTION history_of_membership(m membership) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN jsonb_build_object(
    'group', (SELECT name FROM club_group WHERE id = m.group_id),
    'function', m.function, 'from', m.from_on, 'to', m.to_on, 'leader', m.leader);

CREATE FUNCTION record_created_memberships() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
BEGIN
  INSERT INTO change (actor_id, actor_name, actor_kind, way, import_run_id, record_type, record_id, record_name, operation, member_id, group_id, fields)
  SELECT (actor ->> 'userId')::uuid, actor ->> 'name', actor ->> 'kind', actor ->> 'way', (actor ->> 'importRunId')::uuid,
    'MEMBERSHIP', ms.id, full_name(m.first_name, m.last_name), 'CREATE', ms.member_id, ms.group_id,
    changed_fields('{}', jsonb_build_object('group', g.name, 'function', ms.function, 'from', ms.from_on, 'to', ms.to_on, 'leader', ms.leader))
  FROM created ms JOIN member m ON m.id = ms.member_id JOIN club_group g ON g.id = ms.group_id
  -- Removed and brought back in one transaction.
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET fields = joined_changes(change.fields, EXCLUDED.fields), operation = 'UPDATE';
  RETURN NULL;
END $$;

CREATE FUNCTION record_membership_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  person text;
BEGIN
  SELECT full_name(first_name, last_name) INTO person FROM member WHERE id = OLD.member_id;
  IF TG_OP = 'DELETE' THEN
    PERFORM write_change('MEMBERSHIP', OLD.id, coalesce(person, ''), 'DELETE', OLD.member_id, OLD.group_id, history_of_membership(OLD), '{}');
  ELSE
    PERFORM write_change('MEMBERSHIP', NEW.id, coalesce(person, ''), 'UPDATE', NEW.member_id, NEW.group_id, history_of_membership(OLD), history_of_membership(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER record_insert AFTER INSERT ON membership REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION record_created_memberships();
CREATE TRIGGER record_update AFTER UPDATE ON membership FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_membership_change();
CREATE TRIGGER record_delete AFTER DELETE ON membership FOR EACH ROW EXECUTE FUNCTION record_membership_change();

CREATE FUNCTION history_of_group(g club_group) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN jsonb_build_object(
    'name', g.name, 'parentId', g.parent_id, 'description', g.description, 'color', g.color, 'permissions', to_jsonb(g.permissions));

CREATE FUNCTION record_group_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM write_change('GROUP', NEW.id, NEW.name, 'CREATE', NULL, NEW.id, '{}', history_of_group(NEW));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_change('GROUP', OLD.id, OLD.name, 'DELETE', NULL, OLD.id, history_of_group(OLD), '{}');
  ELSE
    PERFORM write_change('GROUP', NEW.id, NEW.name, 'UPDATE', NULL, NEW.id, history_of_group(OLD), history_of_group(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER record_insert AFTER INSERT ON club_group FOR EACH ROW EXECUTE FUNCTION record_group_change();
CREATE TRIGGER record_update AFTER UPDATE ON club_group FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_group_change();
CREATE TRIGGER record_delete AFTER DELETE ON club_group FOR EACH ROW EXECUTE FUNCTION record_group_change();
