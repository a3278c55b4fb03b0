import pg from "pg";
import { poolTo } from "./hosts/primary-client.ts";
import { watchReplication } from "./replicated.ts";
import { typeParsers } from "./type-parsers.ts";

/** Client-side limit of one statement: a hung database answers 503 within 5 s. */
const REQUEST_TIMEOUT_MS = 4_500;
const BULK_TIMEOUT_MS = 10 * 60_000;

/** Opens connections for requests. */
export function requestPool(connectionString: string, max: number): pg.Pool {
  return openPool(connectionString, max, REQUEST_TIMEOUT_MS);
}

/** Opens connections for what may take minutes. */
export function bulkPool(connectionString: string, max: number): pg.Pool {
  return openPool(connectionString, max, BULK_TIMEOUT_MS);
}

/** Opens connections to a replica of the database. */
export function replicaPool(connectionString: string, max: number): pg.Pool {
  return openPool(connectionString, max, REQUEST_TIMEOUT_MS, "vereinsheim-replica");
}

/** Statements end after `timeout` milliseconds, here and at PostgreSQL. */
function openPool(
  connectionString: string,
  max: number,
  timeout: number,
  name = "vereinsheim",
): pg.Pool {
  const created = new pg.Pool({
    ...poolTo(connectionString),
    max,
    pipeline: true,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    query_timeout: timeout,
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: Math.max(timeout, 30_000),
    application_name: name,
    types: typeParsers,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced at its next use; the error itself concerns no
  // caller.
  created.on("error", () => {});
  created.on("connect", watchReplication);
  return created;
}
