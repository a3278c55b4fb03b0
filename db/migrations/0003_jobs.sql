-- Up Migration
-- Adds a job in the caller's transaction, bound to the transaction's tenant. The queue's own tables stay out of the
-- application's reach.
CREATE FUNCTION operations.add_job(identifier text, data json, job_key text, run_at timestamptz, max_attempts int)
  RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  tenant text := current_setting('app.tenant_id');
BEGIN
  PERFORM graphile_worker.add_job(
    identifier,
    payload => json_build_object('tenantId', tenant, 'data', data),
    run_at => run_at,
    max_attempts => max_attempts,
    job_key => CASE WHEN job_key IS NULL THEN NULL ELSE tenant || ':' || job_key END
  );
END $$;
REVOKE ALL ON FUNCTION operations.add_job FROM public;
GRANT EXECUTE ON FUNCTION operations.add_job TO vereinsheim_app;

-- Worker processes say here that they are alive; the jobs of one that fell silent are given to others.
CREATE TABLE operations.job_worker (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Counters against guessing, shared by all processes (shape given by rate-limiter-flexible).
CREATE TABLE operations.rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
GRANT SELECT, INSERT, UPDATE, DELETE ON operations.rate_limit TO vereinsheim_app;
