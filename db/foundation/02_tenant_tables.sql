-- The tenant of the transaction. Unset (or the empty string it becomes after a transaction) is an
-- error, never a default.
CREATE OR REPLACE FUNCTION current_tenant() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN current_setting('app.tenant_id')::uuid;

-- Time-ordered UUID (version 7) whose twelve bits behind the millisecond are its fraction (RFC 9562,
-- section 6.2, method 3): rows of one statement sort as they were written. PostgreSQL has its own
-- only from version 18.
CREATE OR REPLACE FUNCTION time_ordered_uuid() RETURNS uuid
  LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
DECLARE
  microseconds bigint := extract(epoch FROM clock_timestamp()) * 1000000;
BEGIN
  RETURN encode(
    overlay(
      uuid_send(gen_random_uuid())
      PLACING substring(int8send(microseconds / 1000) FROM 3)
        || int2send((x'7000'::int + microseconds % 1000 * 4096 / 1000)::int2)
      FROM 1 FOR 8),
    'hex')::uuid;
END $$;

-- Gives a table what every tenant table has: forced row-level security, the policy, the
-- application's rights.
CREATE OR REPLACE PROCEDURE protect_tenant_table(name regclass)
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
  EXECUTE format(
    'CREATE POLICY tenant_rows ON %s
       USING (tenant_id = current_setting(''app.tenant_id'')::uuid)
       WITH CHECK (tenant_id = current_setting(''app.tenant_id'')::uuid)', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO vereinsheim_app', name);
END $$;
