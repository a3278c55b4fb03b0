import type { ReadTx } from "#platform/server/database/database.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import type { HolidayFeed, holidaysContract } from "../../../holiday-contract.ts";
import {
  deleteHolidayFeed,
  insertHolidayFeed,
  lockHolidayFeed,
  selectFedHolidays,
  selectHolidayFeed,
  updateHolidayFeed,
} from "./feed-queries.ts";
import { fetchHolidays } from "./fetch-holidays.ts";

type Routes = Pick<
  typeof holidaysContract,
  "getHolidayFeed" | "putHolidayFeed" | "deleteHolidayFeed"
>;

export function holidayFeedHandlers(): Handlers<Routes> {
  return {
    getHolidayFeed: ({ read }) => read(toHolidayFeed),
    async putHolidayFeed({ write, body: { url } }) {
      return write(async (tx) => {
        const before = await lockHolidayFeed(tx);
        if (before?.url === url) await updateHolidayFeed(tx, { problem: null });
        else {
          // The holidays of another address are no answer of this one.
          if (before !== undefined) await deleteHolidayFeed(tx);
          await insertHolidayFeed(tx, url);
        }
        await addJob(tx, fetchHolidays, {}, { key: "feed" });
        return toHolidayFeed(tx);
      });
    },
    async deleteHolidayFeed({ write }) {
      await write(async (tx) => {
        if ((await lockHolidayFeed(tx)) === undefined) throw notFound();
        await deleteHolidayFeed(tx);
      });
    },
  };
}

async function toHolidayFeed(tx: ReadTx): Promise<HolidayFeed> {
  const feed = await selectHolidayFeed(tx);
  return {
    url: feed?.url ?? null,
    fetchedAt: feed?.fetched_at?.toISOString() ?? null,
    problem: feed?.problem ?? null,
    holidays: (await selectFedHolidays(tx)).length,
  };
}
