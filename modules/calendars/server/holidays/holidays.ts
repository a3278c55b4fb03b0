import type { Region } from "#modules/tenants/contract.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Holiday, Holidays } from "../../holiday-contract.ts";
import { selectRegion } from "./holiday-queries.ts";
import { publicHolidaysOf } from "./public-holidays.ts";
import { schoolHolidaySource, schoolHolidaysOf } from "./school-holidays.ts";

/** Returns the club's holidays that touch the days from `from` to `to`, both included. */
export async function holidaysBetween(tx: ReadTx, from: string, to: string): Promise<Holidays> {
  const region = await selectRegion(tx);
  if (region === null) return { region, holidays: [], until: null, source: null };
  const known = [...publicHolidaysFrom(region, from, to), ...schoolHolidaysOf(region)];
  return {
    region,
    holidays: known.filter((one) => one.from <= to && one.to >= from).toSorted(byFirstDay),
    ...schoolHolidaySource(region),
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
  return Array.from({ length: count }, (_, index) => first + index).flatMap((year) =>
    publicHolidaysOf(region, year),
  );
}

/** Of the same day, public holidays come first. */
function byFirstDay(a: Holiday, b: Holiday): number {
  return a.from.localeCompare(b.from) || a.kind.localeCompare(b.kind);
}
