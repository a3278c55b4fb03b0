-- Adds a job to the queue, of the named club; has no rights but those of the functions below. A job
-- of its key that still waits is replaced; one that is under way has to be followed by the new one,
-- as it may have read what was before. The queue adds nothing where the waiting one is taken up
-- between its two looks at it: then it is asked again.
CREATE OR REPLACE FUNCTION operations.queue_job(
    tenant text, identifier text, data json, job_key text, run_at timestamptz, max_attempts int,
    queue text, priority int)
  RETURNS void
  LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  job_id bigint;
BEGIN
  LOOP
    SELECT (graphile_worker.add_job(
      identifier,
      payload => json_build_object('tenantId', tenant, 'data', data),
      queue_name => queue,
      run_at => run_at,
      max_attempts => max_attempts,
      job_key => tenant || ':' || job_key,
      priority => priority
    )).id INTO job_id;
    EXIT WHEN job_id IS NOT NULL;
  END LOOP;
END $$;
REVOKE ALL
  ON FUNCTION operations.queue_job(text, text, json, text, timestamptz, int, text, int) FROM public;

-- Adds a job in the caller's transaction, bound to the transaction's tenant. The queue's own tables
-- stay out of the application's reach. Jobs of one queue run one after the other, wherever; lower
-- priorities run first.
CREATE OR REPLACE FUNCTION operations.add_job(
    identifier text, data json, job_key text, run_at timestamptz, max_attempts int, queue text,
    priority int)
  RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM operations.queue_job(
    current_setting('app.tenant_id'), identifier, data, job_key, run_at, max_attempts, queue,
    priority);
END $$;
REVOKE ALL
  ON FUNCTION operations.add_job(text, json, text, timestamptz, int, text, int) FROM public;
GRANT EXECUTE
  ON FUNCTION operations.add_job(text, json, text, timestamptz, int, text, int) TO vereinsheim_app;

-- Adds a job of the schedule for each club, in its name. One that still waits is replaced: a queue
-- that stood still has each work to do once. What people wait for goes before it. Work of a club in
-- maintenance waits for its end, of a suspended one only what is not `only_active` is done.
CREATE OR REPLACE FUNCTION operations.add_job_for_tenants(identifier text, only_active boolean)
  RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM operations.queue_job(
    tenant.id::text, identifier, '{}', identifier, NULL, NULL, NULL, 10)
  FROM public.all_tenants() AS tenant
  WHERE tenant.state <> 'SUSPENDED' OR NOT only_active;
END $$;
REVOKE ALL ON FUNCTION operations.add_job_for_tenants(text, boolean) FROM public;
GRANT EXECUTE ON FUNCTION operations.add_job_for_tenants(text, boolean) TO vereinsheim_app;
