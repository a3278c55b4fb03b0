import type { Region } from "#modules/tenants/contract.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Holiday, Holidays } from "../../holiday-contract.ts";
import { selectFedHolidays, selectHolidayFeed } from "./feed/feed-queries.ts";
import { selectRegion } from "./holiday-queries.ts";
import { publicHolidaysOf } from "./public-holidays.ts";
import { schoolHolidaySource, schoolHolidaysOf } from "./school-holidays.ts";

/** Returns the club's holidays that touch the days from `from` to `to`, both included. */
export async function holidaysBetween(tx: ReadTx, from: string, to: string): Promise<Holidays> {
  const region = await selectRegion(tx);
  const { holidays: school, ...origin } = await schoolHolidays(tx, region);
  const known = [...(region === null ? [] : publicHolidaysFrom(region, from, to)), ...school];
  return {
    region,
    holidays: known.filter((one) => one.from <= to && one.to >= from).toSorted(byFirstDay),
    ...origin,
  };
}

/** Returns all days from a day on that are known to be holidays, and the last day that is known. */
export async function knownHolidays(
  tx: ReadTx,
  from: string,
): Promise<{ days: ReadonlySet<string>; until: string | null }> {
  const { until } = await holidaysBetween(tx, from, from);
  if (until === null) return { days: new Set(), until };
  const { holidays } = await holidaysBetween(tx, from, until);
  return { days: new Set(holidays.flatMap(daysOf)), until };
}

/** The club's own feed is right where it differs; until it was read for the first time, the Land. */
async function schoolHolidays(
  tx: ReadTx,
  region: Region | null,
): Promise<Pick<Holidays, "holidays" | "until" | "source">> {
  const feed = await selectHolidayFeed(tx);
  if (feed?.fetched_at != null) {
    const holidays = (await selectFedHolidays(tx)).map(({ name, from_on, to_on }) => ({
      kind: "SCHOOL" as const,
      name,
      from: from_on,
      to: to_on,
    }));
    const until = holidays.reduce<string | null>(
      (last, { to }) => (last === null || to > last ? to : last),
      null,
    );
    return { holidays, until, source: { title: "Eigener Ferienkalender", url: null } };
  }
  if (region === null) return { holidays: [], until: null, source: null };
  return { holidays: schoolHolidaysOf(region), ...schoolHolidaySource(region) };
}

function daysOf({ from, to }: Holiday): string[] {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to; day = day.add({ days: 1 }))
    days.push(day.toString());
  return days;
}

/** Those of all years that the period touches. */
function publicHolidaysFrom(region: Region, from: string, to: string): Holiday[] {
  const first = Number(from.slice(0, 4));
  const count = Number(to.slice(0, 4)) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index).flatMap((year) =>
    publicHolidaysOf(region, year),
  );
}

/** Of the same day, public holidays come first. */
function byFirstDay(a: Holiday, b: Holiday): number {
  return a.from.localeCompare(b.from) || a.kind.localeCompare(b.kind);
}
