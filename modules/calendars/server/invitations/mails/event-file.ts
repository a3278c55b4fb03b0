import { writeIcs } from "../../feeds/ics-writer.ts";
import type { InvitationWithEvent } from "../invitation-rows-queries.ts";

/**
 * The events of invitations as a calendar file: under the names they have in feeds, so that nothing
 * appears twice.
 */
export function eventFile(records: readonly InvitationWithEvent[], timeZone: string): string {
  const isOff = records.every(({ status }) => status === "CANCELLED");
  return writeIcs({
    name: null,
    timeZone,
    method: isOff ? "CANCEL" : "PUBLISH",
    events: records.map(
      ({
        uid,
        sequence,
        title,
        description,
        location,
        all_day,
        status,
        series_all_day,
        ...moments
      }) => ({
        uid,
        sequence,
        title,
        description,
        location,
        all_day,
        status,
        starts_at: moments.starts_at.getTime(),
        ends_at: moments.ends_at.getTime(),
        meet_at: moments.meet_at?.getTime() ?? null,
        recurrence: null,
        exdates: [],
        recurrence_start: moments.recurrence_start?.getTime() ?? null,
        seriesAllDay: series_all_day ?? undefined,
        created_at: moments.created_at.getTime(),
        updated_at: moments.updated_at.getTime(),
      }),
    ),
  });
}
