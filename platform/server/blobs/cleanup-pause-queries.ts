import type pg from "pg";
import { ADVISORY_LOCKS } from "../database/advisory-locks.ts";
import type { Database } from "../database/database.ts";

const LOCK = ADVISORY_LOCKS.FILE_CLEANUP;

/**
 * While `work` runs, no process removes stored bytes, though rows may give them up: a backup still
 * has to read them, and bytes that arrive before their rows are committed are needed. Ends
 * with the connection, also by a kill.
 */
export async function withCleanupPaused<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("SELECT pg_advisory_lock_shared($1)", [LOCK]);
  try {
    return await work();
  } finally {
    await client.query("SELECT pg_advisory_unlock_shared($1)", [LOCK]).catch(() => {});
  }
}

/** Whether anybody asked that nothing is removed now. */
export async function isCleanupPaused(database: Database): Promise<boolean> {
  const [row] = await database.queryWithoutTenant<{ paused: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS paused`,
    [LOCK],
  );
  return row?.paused === true;
}
