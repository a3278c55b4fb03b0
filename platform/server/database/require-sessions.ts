import pg from "pg";
import { EnvironmentError } from "../environment.ts";
import { PrimaryClient } from "./hosts/primary-client.ts";

const POOLER =
  "DATABASE_URL: Dazwischen ist ein Pooler (zum Beispiel pgbouncer), der Verbindungen nach jeder Transaktion weitergibt. Vereinsheim braucht Sitzungen, für Sperren, Zeitgrenzen und Benachrichtigungen, und hält selbst wenige Verbindungen offen. Bitte geben Sie die Adresse von PostgreSQL selbst an. Es wurde nichts verändert.";

/** Settings that a pooler has no room for are refused by their name. */
const UNKNOWN_PARAMETER = /unsupported startup parameter/i;

/**
 * Refuses a database that is reached through a pooler of transactions: locks would be left to
 * strangers, limits and notifications be lost. Two connections at once with one process behind them
 * tell it, or one that has changed its process while another was busy.
 */
export async function requireSessions(connectionString: string): Promise<void> {
  const one = new PrimaryClient({ connectionString });
  // As the application's own connections do.
  const other = new PrimaryClient({ connectionString, statement_timeout: 60_000 });
  for (const client of [one, other]) client.on("error", () => {});
  try {
    await one.connect();
    const before = await processOf(one);
    await other.connect();
    await other.query("BEGIN");
    const beside = await processOf(other);
    const after = await processOf(one);
    await other.query("ROLLBACK");
    if (beside === before || after !== before) throw new EnvironmentError(POOLER);
  } catch (error) {
    if (error instanceof pg.DatabaseError && UNKNOWN_PARAMETER.test(error.message))
      throw new EnvironmentError(POOLER, { cause: error });
    throw error;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})));
  }
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
}
