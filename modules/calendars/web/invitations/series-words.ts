import { wallClock } from "#platform/web/format/format.ts";
import type { Invitation } from "../../invitation-contract.ts";
import { weekdayOf } from "../recurrence/rule-sentence.ts";

const SUMMARY = [
  ["OPEN", "offen"],
  ["ACCEPTED", "zugesagt"],
  ["WAITING", "auf der Warteliste"],
  ["DECLINED", "abgesagt"],
] as const;

/** Returns how often one said what: `3 offen, 5 zugesagt`; of one answer to all only that. */
export function seriesSummary(invitations: readonly Pick<Invitation, "state">[]): string {
  const parts = SUMMARY.flatMap(([state, words]) => {
    const count = invitations.filter((one) => one.state === state).length;
    return count === 0 ? [] : [{ count, words }];
  });
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return `alle ${only.words}`;
  return parts.map(({ count, words }) => `${count} ${words}`).join(", ");
}

/** Returns `Do 26.11.` on the club's clock. */
export function shortDate(instant: string): string {
  const day = wallClock(instant)?.date;
  if (day === undefined) return "";
  const [, month = "", date = ""] = day.split("-");
  return `${weekdayOf(day).slice(0, 2)} ${date}.${month}.`;
}
