import { IN_MAINTENANCE } from "#platform/contract/maintenance.ts";
import { AppError } from "./app-error.ts";

/** So often pages and programs ask whether a club's maintenance is over. */
const AGAIN_SECONDS = 10;

/** Title of the page that people see meanwhile. */
export const MAINTENANCE_TITLE = "Hier wird gerade gearbeitet";

const USUAL =
  "Der Verein wird gerade gewartet. Alles bleibt erhalten, und es geht bald weiter. Bitte versuchen Sie es später noch einmal.";

/** Refuses whatever is asked of a club in maintenance. */
export function inMaintenance(text: string | null): AppError {
  return new AppError("UNAVAILABLE", {
    code: IN_MAINTENANCE,
    detail: text ?? USUAL,
    retryAfterSeconds: AGAIN_SECONDS,
  });
}
