import type { WriteTx } from "#platform/server/database/database.ts";
import type { EventCreate } from "../../contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import { leftOutOf, NOTHING_LEFT_OUT } from "../holidays/holiday-exdates.ts";
import { insertEvents } from "./event-write-queries.ts";
import { exdatesOf, valuesOf } from "./event-values.ts";
import { newEvent, uniqueUid } from "./new-event.ts";
import { checkedRule } from "../series/recurrence.ts";

/** Writes an event or a series into a calendar; returns its id. */
export async function createEvent(
  tx: WriteTx,
  calendarId: string,
  input: EventCreate,
  time: ClubTime,
): Promise<string> {
  const values = { ...valuesOf(input, time), status: "CONFIRMED" as const, cancel_reason: null };
  const recurrence =
    input.recurrence === null
      ? null
      : checkedRule(input.recurrence, values.starts_at, values.all_day, time);
  const leaving = {
    own: exdatesOf(input.exdates, values.all_day, time),
    leavesOutHolidays: input.leavesOutHolidays ?? false,
  };
  const leftOut =
    recurrence === null
      ? NOTHING_LEFT_OUT
      : await leftOutOf(tx, { ...values, recurrence }, leaving, time);
  const row = newEvent(values, { calendarId, recurrence, leftOut }, time);
  await uniqueUid(() => insertEvents(tx, [row]));
  return row.id;
}
