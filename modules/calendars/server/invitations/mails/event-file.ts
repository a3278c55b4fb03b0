import { type IcsEvent, writeIcs } from "../../feeds/ics-writer.ts";
import type { MailedInvitation } from "../invitation-queries.ts";
import type { CancelledEvent } from "./mail-jobs.ts";
import { personName } from "../invitation-record.ts";
import type { InvitationWithEvent } from "../invitation-rows-queries.ts";

/** Who invites: answers by mail reach a person there, not the server. */
interface Organizer {
  name: string;
  address: string;
}

/**
 * Returns the events of one person's invitations as mail programs understand them (RFC 5546): with
 * the organizer and this person alone, and with the address where they are answered.
 */
export function eventMail(
  records: readonly MailedInvitation[],
  timeZone: string,
  organizer: Organizer,
  addressOf: (record: MailedInvitation) => string,
): { method: "REQUEST" | "CANCEL"; content: string } {
  const method = isOff(records) ? "CANCEL" : "REQUEST";
  const events = records.map((record) => {
    const url = addressOf(record);
    const { description } = record;
    const answer = `Zu- oder absagen: ${url}`;
    return {
      ...icsEvent(record),
      url,
      description: description === null ? answer : `${answer}\n\n${description}`,
      invitation: {
        organizer,
        attendee: {
          name: personName(record),
          address: record.mail_address ?? "",
          state: record.state,
        },
      },
    };
  });
  return { method, content: writeIcs({ name: null, timeZone, method, events }) };
}

/**
 * Returns what takes deleted events out of the calendar of somebody who was invited: one file for
 * each event and each series, because a message of this kind is about one alone (RFC 5546).
 */
export function cancelledEventFiles(
  events: readonly CancelledEvent[],
  timeZone: string,
  organizer: Organizer,
  attendee: { name: string; address: string },
): string[] {
  const known = events.flatMap(({ known: more, ...event }) =>
    more === undefined ? [] : [{ ...event, ...more }],
  );
  const now = Date.now();
  return [...Map.groupBy(known, ({ uid }) => uid).values()].map((ofOne) =>
    writeIcs({
      name: null,
      timeZone,
      method: "CANCEL",
      events: ofOne.map(({ sequence, series_all_day: seriesAllDay, state, ...event }) => ({
        ...event,
        sequence: sequence + 1,
        seriesAllDay: seriesAllDay ?? undefined,
        status: "CANCELLED",
        cancel_reason: null,
        description: null,
        meet_at: null,
        recurrence: null,
        exdates: [],
        created_at: now,
        updated_at: now,
        invitation: { organizer, attendee: { ...attendee, state } },
      })),
    }),
  );
}

/**
 * The events of invitations as a calendar file: under the names they have in feeds, so that nothing
 * appears twice.
 */
export function eventFile(records: readonly InvitationWithEvent[], timeZone: string): string {
  return writeIcs({
    name: null,
    timeZone,
    method: isOff(records) ? "CANCEL" : "PUBLISH",
    events: records.map(icsEvent),
  });
}

function isOff(records: readonly InvitationWithEvent[]): boolean {
  return records.every(({ status }) => status === "CANCELLED");
}

function icsEvent(record: InvitationWithEvent): IcsEvent {
  const { uid, sequence, title, description, location, all_day, status } = record;
  const { cancel_reason } = record;
  return {
    uid,
    sequence,
    title,
    description,
    location,
    all_day,
    status,
    cancel_reason,
    starts_at: record.starts_at.getTime(),
    ends_at: record.ends_at.getTime(),
    meet_at: record.meet_at?.getTime() ?? null,
    recurrence: null,
    exdates: [],
    recurrence_start: record.recurrence_start?.getTime() ?? null,
    seriesAllDay: record.series_all_day ?? undefined,
    created_at: record.created_at.getTime(),
    updated_at: record.updated_at.getTime(),
  };
}
