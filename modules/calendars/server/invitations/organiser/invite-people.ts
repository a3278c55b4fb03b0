import type { WriteTx } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Invite } from "../../../invite-shape.ts";
import { calendarIdOf, type EventTarget } from "../../events/find-event.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { inviteToSeries } from "../series/series-invitations.ts";
import { type Invited, limitGuests } from "./guest-limits.ts";
import { inviteesOf } from "./invite.ts";
import { inviteToEvent, requireUpcoming } from "./invite-to-event.ts";

/**
 * Invites the people named to an event that is held; of a series, to it as a whole unless `scope`
 * is ONE. Returns what was made.
 */
export async function invitePeople(
  tx: WriteTx,
  inviter: Principal,
  target: EventTarget,
  people: Invite,
  scope: "ONE" | "ALL" | undefined,
  time: ClubTime,
): Promise<Invited> {
  requireUpcoming(target);
  const invitees = await inviteesOf(tx, inviter, calendarIdOf(target), people);
  const toAll = scope === "ALL" || (target.kind === "SERIES" && scope === undefined);
  const made =
    target.kind !== "SINGLE" && toAll
      ? await inviteToSeries(tx, target.series, invitees, people.message, time)
      : await inviteToEvent(tx, target, invitees, people.message, time);
  await limitGuests(tx, inviter.userId, made, time);
  return made;
}

/** Has what is refused say where in a larger form it stands. */
export async function refusedAt<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error.within(part) : error;
  }
}
