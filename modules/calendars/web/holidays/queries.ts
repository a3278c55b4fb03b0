import { queryOptions } from "@tanstack/react-query";
import { addDays } from "#platform/web/format/club-time.ts";
import { call } from "#platform/web/api/api.ts";
import { holidaysContract } from "../../holiday-contract.ts";

/**
 * The club's holidays in the whole years that a period touches, so that going through the months
 * asks once a year. Its key says that they change with the club's settings.
 */
export function holidaysQuery({ from, to }: { from: string; to: string }) {
  const first = `${from.slice(0, 4)}-01-01`;
  const last = `${addDays(to, -1).slice(0, 4)}-12-31`;
  return queryOptions({
    queryKey: ["tenant", "holidays", first, last],
    queryFn: ({ signal }) =>
      call(holidaysContract.listHolidays, { query: { from: first, to: last }, signal }),
    staleTime: 3_600_000,
  });
}

export const holidayFeedQuery = queryOptions({
  queryKey: ["tenant", "holiday-feed"],
  queryFn: ({ signal }) => call(holidaysContract.getHolidayFeed, { signal }),
});
