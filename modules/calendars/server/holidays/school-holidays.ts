import type { Region } from "#modules/tenants/contract.ts";
import type { Holiday, Holidays } from "../../holiday-contract.ts";
import data from "./data/school-holidays.json" with { type: "json" };

/** Returns the school holidays of a Land by their first day, as far as they are known. */
export function schoolHolidaysOf(region: Region): Holiday[] {
  return data.regions[region].holidays.map((one) => ({ kind: "SCHOOL", ...one }));
}

/** Returns where a Land's school holidays come from, and the last day for which they are known. */
export function schoolHolidaySource(region: Region): Pick<Holidays, "source" | "until"> {
  const { source, until } = data.regions[region];
  return { source, until };
}
