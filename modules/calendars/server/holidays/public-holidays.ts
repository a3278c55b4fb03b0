import { getHolidays } from "feiertagejs";
import { LRUCache } from "lru-cache";
import type { Region } from "#modules/tenants/contract.ts";
import type { Holiday } from "../../holiday-contract.ts";

/** The same Land and year always give the same. */
const years = new LRUCache<string, readonly Holiday[]>({ max: 500 });

/** Returns the public holidays of a Land in a year, by day. */
export function publicHolidaysOf(region: Region, year: number): readonly Holiday[] {
  const key = `${region} ${year}`;
  const known = years.get(key);
  if (known !== undefined) return known;
  const found = getHolidays(year, region)
    // Its dates are midnights of the server's clock; the text is the day itself.
    .map((one) => ({
      kind: "PUBLIC" as const,
      name: one.translate("de") ?? one.name,
      from: one.dateString,
      to: one.dateString,
    }))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  years.set(key, found);
  return found;
}
