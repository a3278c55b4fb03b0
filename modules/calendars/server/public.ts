import type { WriteTx } from "#platform/server/database.ts";
import { setStatus, lockedEvent } from "./change-event.ts";
import type { ClubTime } from "./club-time.ts";

export { createCalendar } from "./calendar-handlers.ts";
export { ClubTime } from "./club-time.ts";
export { createEvent } from "./create-event.ts";

/** Calls off a single event, or the first occurrence of a series. */
export async function cancelEvent(tx: WriteTx, id: string, time: ClubTime): Promise<void> {
  await setStatus(tx, await lockedEvent(tx, id, time), "ONE", "CANCELLED", time);
}
export { answer } from "./invitations/answer.ts";
export { inviteWithoutMail } from "./invitations/invite-without-mail.ts";
export { selectMembersOfGroups } from "./invitations/invitee-queries.ts";
