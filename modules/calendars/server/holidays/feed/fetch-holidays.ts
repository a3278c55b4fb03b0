import { type Database, systemActor } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { job } from "#platform/server/jobs/job.ts";
import type { Holiday } from "../../../holiday-contract.ts";
import { selectTimeZone } from "../../invitations/invitation-queries.ts";
import { renewSeries } from "../leave-out-holidays.ts";
import {
  lockHolidayFeed,
  replaceFedHolidays,
  selectHolidayFeed,
  updateHolidayFeed,
} from "./feed-queries.ts";
import { loadFeed, readFeed } from "./read-feed.ts";

/** Takes over what the club's feed says: each week, and when its address was given. */
export const fetchHolidays = job({
  id: "calendars:fetch-holidays",
  schedule: "41 3 * * 1",
  perTenant: "active",
  handler:
    () =>
    async (_payload, { tenantId, database, signal }) =>
      takeOverFeed(database, tenantId, (url) => loadFeed(url, signal), signal),
});

/**
 * What can't be read changes nothing but the reason that the settings show: the holidays of the time
 * before stay.
 */
export async function takeOverFeed(
  database: Database,
  tenantId: string,
  load: (url: string) => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const { feed, timeZone } = await database.read(tenantId, async (tx) => ({
    feed: await selectHolidayFeed(tx),
    timeZone: await selectTimeZone(tx),
  }));
  if (feed === undefined) return;
  const found = await readOrRefused(async () => readFeed(await load(feed.url), timeZone, signal));
  await database.bulk(tenantId, systemActor("Ferien und Feiertage"), async (tx) => {
    const now = await lockHolidayFeed(tx);
    // Another address was given meanwhile, and has a job of its own.
    if (now?.url !== feed.url) return;
    if ("problem" in found) return updateHolidayFeed(tx, found);
    await replaceFedHolidays(
      tx,
      found.holidays.map(({ name, from, to }) => ({ name, from_on: from, to_on: to })),
    );
    await updateHolidayFeed(tx, { fetched_at: new Date(), problem: null });
    await renewSeries(tx);
  });
}

async function readOrRefused(
  read: () => Promise<Holiday[]>,
): Promise<{ holidays: Holiday[] } | { problem: string }> {
  try {
    return { holidays: await read() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problem: error.detail ?? "Der Kalender lässt sich nicht lesen." };
  }
}
