import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { RecipientSource } from "#platform/server/recipient-source.ts";
import { calendarAccess } from "../../calendars/access.ts";
import type { EventTarget } from "../../events/find-event.ts";
import { ClubTime } from "../../time/club-time.ts";
import { selectAllInvitations, selectTimeZone } from "../invitation-queries.ts";
import { dateText } from "../when.ts";
import { organisedEvent } from "./organised-event.ts";
import { selectInvitedEvents } from "./recipient-queries.ts";

const STATE_LABELS: Readonly<Record<string, string>> = {
  OPEN: "Noch ohne Antwort",
  ACCEPTED: "Zugesagt",
  DECLINED: "Abgesagt",
  WAITING: "Warteliste",
};

/** Messages to those who are invited to an event, for whoever may write in its calendar. */
export const invitedRecipients: RecipientSource = {
  kind: "EVENT",
  async offer(tx, sender, words, most) {
    if (!seesCalendars(sender)) return [];
    const { calendars, mayWrite } = await calendarAccess(tx, sender);
    const writable = [...calendars.keys()].filter(mayWrite);
    if (writable.length === 0) return [];
    const time = ClubTime.in(await selectTimeZone(tx));
    return (await selectInvitedEvents(tx, writable, words, most)).map(
      ({ id, title, starts_at, count }) => ({
        id,
        count,
        label: labelOf([], title, dateText(starts_at.getTime(), time)),
      }),
    );
  },
  async find(tx, sender, { id, states }) {
    if (!seesCalendars(sender)) return undefined;
    const time = ClubTime.in(await selectTimeZone(tx));
    const target = await organised(tx, sender, id, time);
    if (target === undefined) return undefined;
    const { occurrence } = target;
    const invited = (await selectAllInvitations(tx, occurrence.id)).filter(
      ({ state }) => states.length === 0 || states.includes(state),
    );
    return {
      label: labelOf(states, occurrence.row.title, dateText(occurrence.starts_at, time)),
      memberIds: invited.flatMap(({ user_id }) => user_id ?? []),
      guests: invited.filter(({ user_id }) => user_id === null).length,
    };
  },
};

function seesCalendars(reader: Principal): boolean {
  return holds(reader, "QUERY_CALENDAR") || holds(reader, "MANAGE_CALENDAR");
}

/** Undefined where the event is gone or not the sender's to organise. */
async function organised(
  tx: ReadTx,
  sender: Principal,
  id: string,
  time: ClubTime,
): Promise<EventTarget | undefined> {
  try {
    return await organisedEvent(tx, sender, id, time);
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 403))
      return undefined;
    throw error;
  }
}

function labelOf(states: readonly string[], title: string, day: string): string {
  const who =
    states.length === 0
      ? "Eingeladene"
      : states.map((state) => STATE_LABELS[state] ?? state).join(", ");
  return `${who}: ${title}, ${day}`;
}
