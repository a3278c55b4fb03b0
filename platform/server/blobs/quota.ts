import type { Room } from "#platform/contract/room.ts";
import { AppError } from "../http/app-error.ts";

/** Stable code of 507: the club's files take all that they may. */
const CLUB_QUOTA_REACHED = "CLUB_QUOTA_REACHED";

/** The constraint that PostgreSQL names when bytes were claimed that do not fit. */
export const QUOTA_CONSTRAINT = "blob_quota_kept";

/** Refuses bytes for which the club's quota has no room. */
export function quotaReached(cause?: unknown): AppError {
  return new AppError("STORE_FULL", {
    code: CLUB_QUOTA_REACHED,
    detail:
      "Der Speicherplatz Ihres Vereins reicht dafür nicht mehr. Die Datei wurde nicht gespeichert. Platz wird frei, wenn Dateien gelöscht und die Papierkörbe der Ablagen geleert werden; mehr davon gibt der Betreiber.",
    cause,
  });
}

/** Whether this is the refusal of a club's quota: trying again does not help. */
export function isQuotaReached(error: unknown): boolean {
  return error instanceof AppError && error.code === CLUB_QUOTA_REACHED;
}

/** Whether so many bytes fit in. */
export function fits({ usedBytes, quota }: Room, bytes: number): boolean {
  return quota === null || usedBytes + bytes <= quota;
}
