import { formatDate } from "#platform/web/format/format.ts";
import { STATUS_LABELS, type Status } from "../choices.ts";

/** Returns a status with its end where one is known: `aktiv bis 31.12.2026`. */
export function statusText({ status, leftOn }: { status: Status; leftOn: string | null }): string {
  const label = STATUS_LABELS[status];
  return leftOn === null || status === "FORMER" ? label : `${label} bis ${formatDate(leftOn)}`;
}
