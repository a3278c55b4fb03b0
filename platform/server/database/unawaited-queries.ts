import pg from "pg";
import type { Logger } from "pino";

const CONNECTION = /^(E[A-Z]+|57P0\d|08\w{3}|53\d{3}|25006|40001)$/;

/**
 * Lets the process live when a query fails that nobody waits for: libraries of ours note things in
 * passing, and a database that is away is no fault of the program. Anything else ends it, as before.
 */
export function surviveUnawaitedQueries(log: Logger): void {
  process.on("unhandledRejection", (error) => {
    if (!isOfDatabase(error)) throw error;
    log.error({ err: error }, "a query failed that nothing waited for");
  });
}

function isOfDatabase(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (
    /Connection terminated|not queryable|Query read timeout|client was closed/i.test(error.message)
  )
    return true;
  // A socket's own error has no word of whose it was: those of answers are handled where they arise.
  return syscall === "connect" && CONNECTION.test(code ?? "");
}
