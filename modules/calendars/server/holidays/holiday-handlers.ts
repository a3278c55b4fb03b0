import type { Handlers } from "#platform/server/http/implement.ts";
import type { holidaysContract } from "../../holiday-contract.ts";
import { MAX_PERIOD_DAYS } from "../../contract.ts";
import { periodOf } from "../events/event-values.ts";
import { holidayFeedHandlers } from "./feed/feed-handlers.ts";
import { holidaysBetween } from "./holidays.ts";

export function holidayHandlers(): Handlers<typeof holidaysContract> {
  return {
    ...holidayFeedHandlers(),
    async listHolidays({ read, query }) {
      periodOf(query, MAX_PERIOD_DAYS);
      return read((tx) => holidaysBetween(tx, query.from, query.to));
    },
  };
}
