import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { rewriteRow } from "../editing/change-series.ts";
import { lockEvent, selectOccurrences } from "../events/event-queries.ts";
import { isSeries } from "../events/event-record.ts";
import { selectTimeZone } from "../invitations/invitation-queries.ts";
import { ClubTime } from "../time/club-time.ts";
import { leftOutOf, ownExdates } from "./holiday-exdates.ts";
import { selectSeriesWithoutHolidays } from "./holiday-queries.ts";

/**
 * Brings series that leave out holidays to what is known today: the club has another Land, or a new
 * edition knows more years. Nobody is there to ask, so an occurrence with a row of its own stays:
 * people are invited to it, or somebody changed it by hand.
 */
export const leaveOutHolidays = job({
  id: "calendars:leave-out-holidays",
  schedule: "17 2 * * *",
  perTenant: "active",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor("Ferien und Feiertage"), async (tx) => {
        await renewSeries(tx);
      });
    },
});

/** Brings all series that leave out holidays to what is known. */
export async function renewSeries(tx: WriteTx): Promise<void> {
  const time = ClubTime.in(await selectTimeZone(tx));
  for (const id of await selectSeriesWithoutHolidays(tx)) await renew(tx, id, time);
}

async function renew(tx: WriteTx, id: string, time: ClubTime): Promise<void> {
  const series = await lockEvent(tx, id);
  if (series === undefined || !isSeries(series)) return;
  const today = time.midnight(Date.now());
  const rows = await selectOccurrences(tx, id, today);
  const before = new Set(series.holiday_exdates);
  const leaving = {
    own: ownExdates(series),
    leavesOutHolidays: true,
    past: series.holiday_exdates.filter((start) => start < today),
    from: today,
    held: new Set(rows.map((row) => row.recurrence_start).filter((start) => !before.has(start))),
  };
  const leftOut = await leftOutOf(tx, series, leaving, time);
  if (leftOut.holiday_exdates.join() === series.holiday_exdates.join()) return;
  await rewriteRow(tx, series, leftOut, false);
}
