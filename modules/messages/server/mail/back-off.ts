import type { Refusal } from "#platform/server/mail/mail-refusal.ts";
import type { MailFailure } from "../../mail-contract.ts";

const MINUTE_MS = 60_000;
const AFTER_ATTEMPTS_MINUTES = [2, 5, 15, 30, 60, 120, 240];
const OUTAGE_SECONDS = [15, 30, 60, 120, 300, 600];
/** As long as mail servers themselves keep trying. */
const GIVE_UP_MS = 5 * 24 * 60 * MINUTE_MS;

/** What becomes of a mail that was not taken. */
export type NextState =
  | { state: "FAILED"; failure: MailFailure }
  | { state: "QUEUED"; delayMs: number };

/**
 * @param attempts how often the server has refused this mail, this time included
 * @param outages how often in a row nothing could be sent at all, this time included
 */
export function fateOf(
  refusal: Refusal,
  { attempts, ageMs, outages }: { attempts: number; ageMs: number; outages: number },
): NextState {
  if (refusal.kind === "RECIPIENT") return { state: "FAILED", failure: failureOf(refusal) };
  if (ageMs > GIVE_UP_MS) return { state: "FAILED", failure: "GAVE_UP" };
  return {
    state: "QUEUED",
    delayMs:
      refusal.kind === "SERVER"
        ? outageDelay(outages)
        : step(AFTER_ATTEMPTS_MINUTES, attempts) * MINUTE_MS,
  };
}

/** How long to leave a mail server alone that takes nothing. */
export function outageDelay(outages: number): number {
  return step(OUTAGE_SECONDS, outages) * 1_000;
}

function step(steps: readonly number[], count: number): number {
  return steps[Math.min(Math.max(count, 1), steps.length) - 1] ?? 0;
}

/** Enhanced status codes (RFC 3463) say it best; without one the plain code has to do. */
function failureOf({ code, response }: Refusal): MailFailure {
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response);
  const detail = enhanced === null ? "" : `${enhanced[1] ?? ""}.${enhanced[2] ?? ""}`;
  if (detail === "2.2") return "FULL";
  if (detail === "2.3" || detail === "3.4") return "TOO_LARGE";
  if (/^1\.|^2\.[01]$/.test(detail)) return "ADDRESS";
  if (detail !== "") return "REJECTED";
  if (code === 552) return "FULL";
  return code === null || code === 550 || code === 551 || code === 553 ? "ADDRESS" : "REJECTED";
}
