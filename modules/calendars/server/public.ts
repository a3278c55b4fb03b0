import type { WriteTx } from "#platform/server/database/database.ts";
import { setStatus } from "./editing/change-event.ts";
import { lockedEvent } from "./events/event-rows.ts";
import type { ClubTime } from "./time/club-time.ts";

export { createCalendar } from "./calendars/calendar-handlers.ts";
export { ClubTime } from "./time/club-time.ts";
export { createEvent } from "./events/create-event.ts";

/** Calls off a single event, or the first occurrence of a series. */
export async function cancelEvent(tx: WriteTx, id: string, time: ClubTime): Promise<void> {
  const change = { status: "CANCELLED" as const, cancel_reason: null };
  await setStatus(tx, await lockedEvent(tx, id, time), "ONE", change, time);
}
export { answer } from "./invitations/answers/answer.ts";
export { inviteWithoutMail } from "./invitations/organiser/invite-without-mail.ts";
export { selectMembersOfGroups } from "./invitations/organiser/invitee-queries.ts";
export { calendarAccess, calendarsAskedFor, requireSomeWritable } from "./calendars/access.ts";
export { markDuplicates } from "./exchange/duplicates.ts";
export { descriptionOf, locationOf, newDraft, titleOf } from "./exchange/draft.ts";
export { dayEnd, dayStart } from "./exchange/moments.ts";
export { eventListHandlers } from "./lists/event-list-handlers.ts";
export { invitedHandlers } from "./invitations/invited-handlers.ts";
