import type { WriteTx } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ClubTime } from "../../time/club-time.ts";
import {
  countGuests,
  type GuestsOf,
  selectGuestCount,
  selectGuestLimits,
} from "./guest-limit-queries.ts";
import type { Invitee } from "./invitee-queries.ts";

/** What an organiser's call has made: invitations to an event or to occurrences of a series. */
export interface Invited {
  eventId: string;
  ids: string[];
  newGuests: number;
  guestsOf: GuestsOf;
}

/** Returns how many of these people are guests. */
export function guestsAmong(invitees: readonly Invitee[]): number {
  return invitees.filter(({ user_id }) => user_id === null).length;
}

/**
 * Refuses guests beyond what the club allows for an event and for a person's day. Asked once they
 * are written, while the event is held: only then it is known who of them is new, and what others
 * invite at the same time counts too.
 */
export async function limitGuests(
  tx: WriteTx,
  inviterId: string,
  { newGuests, guestsOf }: Invited,
  time: ClubTime,
): Promise<void> {
  if (newGuests === 0) return;
  const limits = await selectGuestLimits(tx);
  const { guests_per_event: perEvent, guests_per_day: perDay } = limits;
  if (perEvent === 0 || perDay === 0)
    throw refusal(
      "TOO_MANY_GUESTS",
      "In Ihrem Verein können keine Gäste eingeladen werden. Das steht in den Einstellungen des Vereins.",
    );
  const ofEvent = await selectGuestCount(tx, guestsOf);
  if (ofEvent > perEvent)
    throw refusal(
      "TOO_MANY_GUESTS",
      `Zu viele Gäste für einen Termin: höchstens ${said(perEvent)}, eingeladen sind schon ${said(ofEvent - newGuests)}. Die Grenze steht in den Einstellungen des Vereins.`,
    );
  if (newGuests > perDay)
    throw refusal(
      "TOO_MANY_GUESTS",
      `Zu viele Gäste für einen Tag: höchstens ${said(perDay)} je Person. Die Grenze steht in den Einstellungen des Vereins.`,
    );
  const now = Date.now();
  const ofDay = await countGuests(tx, {
    member_id: inviterId,
    day: time.dayOf(now),
    count: newGuests,
  });
  if (ofDay > perDay)
    throw refusal(
      "GUESTS_PER_DAY",
      `Zu viele Gäste für einen Tag: höchstens ${said(perDay)} je Person, heute haben Sie schon ${said(ofDay - newGuests)} eingeladen. Morgen geht es weiter.`,
      Math.ceil((time.nextMidnight(now) - now) / 1_000),
    );
}

/** With seconds to wait: 429, else 422. */
function refusal(code: string, detail: string, retryAfterSeconds?: number): AppError {
  const errors = [{ path: "guests", code, message: detail }];
  return retryAfterSeconds === undefined
    ? new AppError("UNPROCESSABLE", { code, detail, errors })
    : new AppError("TOO_MANY_REQUESTS", { code, detail, errors, retryAfterSeconds });
}

function said(count: number): string {
  return count.toLocaleString("de");
}
