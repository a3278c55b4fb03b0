import { z } from "zod";
import { date } from "#platform/contract/fields.ts";
import { route } from "#platform/contract/route.ts";
import { REGIONS } from "#modules/tenants/contract.ts";

export const HOLIDAY_KINDS = ["PUBLIC", "SCHOOL"] as const;

/** Days on which there is no school or no work, such as `Osterferien` or `Karfreitag`. */
export const holiday = z.object({
  kind: z.enum(HOLIDAY_KINDS),
  name: z.string(),
  from: date,
  /** The last of the days. */
  to: date,
});
export type Holiday = z.infer<typeof holiday>;

/** The club's holidays in a period. */
export const holidays = z.object({
  /** The club's Land; null: none was chosen, and there are no holidays. */
  region: z.enum(REGIONS).nullable(),
  /** By their first day; public holidays before school holidays. */
  holidays: z.array(holiday),
  /** The last day for which school holidays are known. */
  until: date.nullable(),
  /** Where school holidays come from. */
  source: z.object({ title: z.string(), url: z.string() }).nullable(),
});
export type Holidays = z.infer<typeof holidays>;

export const holidaysContract = {
  listHolidays: route({
    method: "GET",
    path: "/holiday",
    access: "QUERY_CALENDAR",
    summary: "School holidays and public holidays of the club's Land that touch a period of days",
    /** Both days belong to the period, which spans at most two years. */
    query: z.strictObject({ from: date, to: date }),
    answer: holidays,
  }),
} as const;
