import type pg from "pg";

/** The columns of waiting jobs in an archive. */
export const JOB_COLUMNS = [
  "identifier",
  "queue_name",
  "payload",
  "run_at",
  "attempts",
  "max_attempts",
  "last_error",
  "job_key",
  "priority",
];

/**
 * Text for COPY: the jobs of the transaction's tenant. The queue's own tables may differ between
 * its versions; this shape is ours.
 */
export const SELECT_JOBS = `
  SELECT t.identifier, q.queue_name, j.payload, j.run_at, j.attempts, j.max_attempts, j.last_error, j.key AS job_key, j.priority
  FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.payload ->> 'tenantId' = current_setting('app.tenant_id')
  ORDER BY j.id`;

export const JOB_STAGE = "arriving_job";

export async function createJobStage(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TEMP TABLE ${JOB_STAGE} (identifier text, queue_name text, payload json, run_at timestamptz, attempts int, max_attempts int,
      last_error text, job_key text, priority int) ON COMMIT DROP`);
}

/**
 * Gives the queue what arrived in the stage, for the transaction's tenant, whichever tenant they
 * came from. Returns their number.
 */
export async function queueStagedJobs(client: pg.Client, formerTenantId: string): Promise<number> {
  const { rowCount } = await client.query(
    `WITH added AS (
       SELECT s.attempts, s.last_error, (graphile_worker.add_job(
         s.identifier,
         payload => json_build_object('tenantId', current_setting('app.tenant_id'), 'data', s.payload -> 'data'),
         queue_name => s.queue_name, run_at => s.run_at, max_attempts => s.max_attempts, priority => s.priority,
         job_key => CASE WHEN starts_with(s.job_key, $1 || ':') THEN current_setting('app.tenant_id') || substr(s.job_key, length($1) + 1) END
       )).id
       FROM ${JOB_STAGE} s)
     SELECT id FROM added`,
    [formerTenantId],
  );
  await client.query(`TRUNCATE ${JOB_STAGE}`);
  return rowCount ?? 0;
}
