-- Which of these keys have no row, whatever the tenant.
CREATE OR REPLACE FUNCTION orphaned_blob_keys(stored text[])
  RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT given.key FROM unnest(stored) AS given (key)
    WHERE NOT EXISTS (SELECT FROM blob WHERE blob.key = given.key)
  $$;
ALTER FUNCTION orphaned_blob_keys(text[]) OWNER TO vereinsheim_lookup;

-- Refuses a transaction whose bytes do not fit into the club's quota. Asked at its end, when what it
-- gives up is given up as well, and by one transaction of a club at a time: two that would fit one
-- by one do not pass together, and whoever waits here holds nothing that the other still needs.
CREATE OR REPLACE FUNCTION keep_blob_quota() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  allowed bigint;
BEGIN
  -- One look is enough for all that the transaction claims.
  IF NEW.derived OR current_setting('app.quota_kept', true) = NEW.tenant_id::text THEN
    RETURN NULL;
  END IF;
  SELECT bytes INTO allowed FROM blob_quota WHERE tenant_id = NEW.tenant_id;
  IF allowed IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(7265, hashtext(NEW.tenant_id::text));
    IF (SELECT sum(size) FROM blob WHERE tenant_id = NEW.tenant_id AND NOT derived) > allowed THEN
      RAISE EXCEPTION 'the quota of the club is reached'
        USING ERRCODE = 'check_violation', TABLE = 'blob', CONSTRAINT = 'blob_quota_kept';
    END IF;
  END IF;
  PERFORM set_config('app.quota_kept', NEW.tenant_id::text, true);
  RETURN NULL;
END $$;

-- There is no CREATE OR REPLACE for it.
DROP TRIGGER IF EXISTS keep_quota ON blob;
CREATE CONSTRAINT TRIGGER keep_quota AFTER INSERT ON blob
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_blob_quota();
