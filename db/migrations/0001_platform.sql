-- Up Migration
-- Roles. None of them can log in; the application's login role of a database is a member of vereinsheim_app.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vereinsheim_app') THEN
    CREATE ROLE vereinsheim_app NOLOGIN NOBYPASSRLS;
  END IF;
  -- Owns the functions that look a tenant up by name before there is a tenant context.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vereinsheim_lookup') THEN
    CREATE ROLE vereinsheim_lookup NOLOGIN NOBYPASSRLS;
  END IF;
  -- Owns the search functions: full-text and trigram operators are not leakproof, so no index serves them below a policy.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vereinsheim_search') THEN
    CREATE ROLE vereinsheim_search NOLOGIN NOBYPASSRLS;
  END IF;
  EXECUTE format('GRANT vereinsheim_lookup, vereinsheim_search TO %I', current_user);
END $$;

GRANT USAGE ON SCHEMA public TO vereinsheim_app, vereinsheim_lookup, vereinsheim_search;
GRANT CREATE ON SCHEMA public TO vereinsheim_lookup, vereinsheim_search;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Tables without a tenant live here; everything in public has one.
CREATE SCHEMA operations;
GRANT USAGE ON SCHEMA operations TO vereinsheim_app;

-- The tenant of the transaction. Unset (or the empty string it becomes after a transaction) is an error, never a default.
CREATE FUNCTION current_tenant() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN current_setting('app.tenant_id')::uuid;

-- Time-ordered UUID (version 7); PostgreSQL has its own only from version 18.
CREATE FUNCTION time_ordered_uuid() RETURNS uuid
  LANGUAGE sql VOLATILE
  RETURN encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid;

-- Statement trigger: tells the other processes which kind of thing changed, with up to 20 ids.
CREATE FUNCTION announce_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  kind text := TG_ARGV[0];
  id_column text := coalesce(TG_ARGV[1], 'id');
BEGIN
  EXECUTE format('SELECT string_agg(id::text, '' '') FROM (SELECT DISTINCT %I AS id FROM changed LIMIT 20) few', id_column) INTO ids;
  IF ids IS NOT NULL THEN
    PERFORM pg_notify('vereinsheim_change', concat_ws(' ', current_setting('app.tenant_id'), kind, ids));
  END IF;
  RETURN NULL;
END $$;

-- Gives a table what every tenant table has: forced row-level security, the policy, the application's rights.
CREATE PROCEDURE protect_tenant_table(name regclass)
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY tenant_rows ON %s USING (tenant_id = current_setting(''app.tenant_id'')::uuid) WITH CHECK (tenant_id = current_setting(''app.tenant_id'')::uuid)', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO vereinsheim_app', name);
END $$;

-- Announces inserts, updates and deletes of a table as changes of a kind.
CREATE PROCEDURE announce_table_changes(name regclass, kind text, id_column text DEFAULT 'id')
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change(%L, %L)', name, kind, id_column);
  EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change(%L, %L)', name, kind, id_column);
  EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change(%L, %L)', name, kind, id_column);
END $$;

-- Remembered answers of POSTs with an Idempotency-Key, 24 hours.
CREATE TABLE idempotent_answer (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status int NOT NULL,
  location text,
  body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, caller, key)
);
CALL protect_tenant_table('idempotent_answer');
CREATE INDEX idempotent_answer_age ON idempotent_answer (tenant_id, created_at);
