import pg from "pg";
import { OUTCOME_UNKNOWN } from "#platform/contract/sent-again.ts";
import { AppError } from "../http/app-error.ts";
import type { DatabaseRoom } from "./database-room.ts";
import { isRefusedForSpace } from "../disk/space-refusal.ts";
import { QUOTA_CONSTRAINT, quotaReached } from "../blobs/quota.ts";
import { violatedConstraint } from "./constraints.ts";

/** Ended by an operator, starting, too many connections, taking too long, out of memory, … */
const OUTAGES = new Set(["57P01", "57P02", "57P03", "53300", "57014", "53200", "53400", "58030"]);

/** Met another transaction. */
const RETRYABLE = new Set(["40001", "40P01"]);

/** Returns what a failed statement or connection is to the one who asked. */
export async function translateError(error: unknown, room: DatabaseRoom): Promise<unknown> {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = "code" in error ? error.code : undefined;
  if (violatedConstraint(error) === QUOTA_CONSTRAINT) return quotaReached(error);
  if (error instanceof pg.DatabaseError) {
    if (isRefusedForSpace(error)) {
      room.refused();
      return databaseFull(error);
    }
    return OUTAGES.has(String(code)) ? unavailable(error, room) : error;
  }
  return isLost(error) ? unavailable(error, room) : error;
}

/** Whether the connection broke, so that nobody knows what became of what was asked last. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  if (error instanceof pg.DatabaseError) return error.code === "57P01" || error.code === "57P02";
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === "ECONNREFUSED" ||
    code === "ECONNRESET" ||
    /Connection terminated|timeout|Client has encountered|not queryable|ECONN|socket/i.test(
      error.message,
    )
  );
}

/** Returns what to say of a failed COMMIT: unless PostgreSQL refused it, it may have happened. */
export function uncommitted(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !isLost(error)) return error;
  return new AppError("UNAVAILABLE", {
    code: OUTCOME_UNKNOWN,
    detail:
      "Die Verbindung zur Datenbank ist beim Speichern abgebrochen. Ob gespeichert wurde, wird geprüft.",
    retryAfterSeconds: 2,
    cause: error,
  });
}

/** Returns what to say of a commit that an operator has kept from the standby it has to be at. */
export function unreplicated(): unknown {
  return uncommitted(new Error("not at the synchronous standby"));
}

/** Returns the refusal of a database that is away: for want of room, if its disk is full. */
export async function unavailable(cause: unknown, room: DatabaseRoom): Promise<AppError> {
  if (await room.isDiskFull()) return databaseFull(cause);
  return new AppError("UNAVAILABLE", { code: "DATABASE_UNAVAILABLE", retryAfterSeconds: 2, cause });
}

/** Whether the database takes no writes for want of room. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof AppError && error.code === "DATABASE_FULL";
}

function databaseFull(cause: unknown): AppError {
  return new AppError("STORE_FULL", {
    code: "DATABASE_FULL",
    detail:
      "Auf dem Server ist kein Speicherplatz mehr frei. Es wurde nichts gespeichert, lesen geht weiter. Bitte geben Sie Ihrem Verein Bescheid.",
    cause,
  });
}

/** Repeated, the same work may well go through. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? "");
}

/** The replica is away, or has taken back rows that were being read. */
export function isReplicasOwn(error: unknown): boolean {
  return (error instanceof AppError && error.status === 503) || isRetryable(error);
}

/** The statement has met its time limit, here or at PostgreSQL. */
export function isTooSlow(error: unknown): boolean {
  return (
    error instanceof Error &&
    ((error as pg.DatabaseError).code === "57014" || error.message === "Query read timeout")
  );
}

/**
 * A prepared statement answers other columns than it did: a newer version of the product has just
 * changed a table. Prepared anew it runs.
 */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.routine === "RevalidateCachedQuery"
  );
}
