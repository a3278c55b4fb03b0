import { sql } from "kysely";
import type pg from "pg";
import { type Database, sqlOf, type WriteTx } from "../database/database.ts";
import type { TenantRow } from "../http/principal.ts";

interface QueuedJob {
  identifier: string;
  payload: unknown;
  key: string | null;
  runAt: Date;
  maxAttempts: number;
  queue: string | null;
  priority: number;
}

export async function insertJob(tx: WriteTx, job: QueuedJob): Promise<void> {
  await sql`
    SELECT operations.add_job(
      ${job.identifier}, ${JSON.stringify(job.payload)}::json, ${job.key},
      ${job.runAt.toISOString()}::timestamptz, ${job.maxAttempts}::int, ${job.queue},
      ${job.priority}::int)`.execute(sqlOf(tx));
}

/** Adds a job for each club, all or none; one that still waits is replaced. */
export async function insertJobForTenants(
  database: Database,
  identifier: string,
  onlyActive: boolean,
): Promise<void> {
  await database.queryWithoutTenant("SELECT operations.add_job_for_tenants($1, $2)", [
    identifier,
    onlyActive,
  ]);
}

/** Returns undefined for a club that is gone. */
export async function selectTenantState(
  database: Database,
  tenantId: string,
): Promise<TenantRow["state"] | undefined> {
  const found = await database.queryWithoutTenant<{ state: TenantRow["state"] | null }>(
    "SELECT tenant_state($1) AS state",
    [tenantId],
  );
  return found[0]?.state ?? undefined;
}

/** Returns what a lane of the queue is called; null for one that is gone. */
export async function selectQueueName(
  query: <Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ) => Promise<pg.QueryResult<Row>>,
  id: number,
): Promise<string | null> {
  const { rows } = await query<{ queue_name: string }>(
    "SELECT queue_name FROM graphile_worker._private_job_queues WHERE id = $1",
    [id],
  );
  return rows[0]?.queue_name ?? null;
}

/** Returns undefined for a club that is gone. */
export async function selectTenantName(
  database: Pick<Database, "queryWithoutTenant">,
  tenantId: string,
): Promise<string | undefined> {
  const found = await database.queryWithoutTenant<{ name: string }>(
    "SELECT name FROM all_tenants() WHERE id = $1",
    [tenantId],
  );
  return found[0]?.name;
}

/** Notes that worker pools are alive. */
export async function saveHeartbeat(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  await pool.query(
    `INSERT INTO operations.job_worker (id) SELECT unnest($1::text[])
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [ids],
  );
}

export async function deleteHeartbeats(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  await pool.query("DELETE FROM operations.job_worker WHERE id = ANY($1)", [ids]);
}

/** Gives the jobs of worker pools that fell silent back to the queue. */
export async function unlockSilentWorkers(pool: pg.Pool, silentMs: number): Promise<void> {
  await pool.query(
    `WITH limits AS (SELECT now() - make_interval(secs => $1::float8 / 1000) AS last_seen),
     silent AS (
       SELECT DISTINCT locked_by FROM graphile_worker.jobs, limits
       WHERE locked_by IS NOT NULL AND locked_at < last_seen
         AND locked_by NOT IN (SELECT id FROM operations.job_worker WHERE seen_at > last_seen)
     )
     SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM silent
     HAVING count(*) > 0`,
    [silentMs],
  );
  await pool.query("DELETE FROM operations.job_worker WHERE seen_at < now() - interval '1 hour'");
}
