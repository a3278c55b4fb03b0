import { z } from "zod";
import { date, dateTime, webAddress } from "#platform/contract/fields.ts";
import { noContent, route } from "#platform/contract/route.ts";
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
  /** The club's Land; null: none was chosen, and there are no public holidays. */
  region: z.enum(REGIONS).nullable(),
  /** By their first day; public holidays before school holidays. */
  holidays: z.array(holiday),
  /** The last day for which school holidays are known. */
  until: date.nullable(),
  /** Where school holidays come from; `url` is null where that is the club's own matter. */
  source: z.object({ title: z.string(), url: z.string().nullable() }).nullable(),
});
export type Holidays = z.infer<typeof holidays>;

/** The calendar file on the web that the club's school holidays come from instead of its Land. */
export const holidayFeed = z.object({
  /** Null: there is none. */
  url: z.string().nullable(),
  /** When its holidays were taken over last; null: not yet, and those of the Land count. */
  fetchedAt: dateTime.nullable(),
  /** Why the last try failed, a German sentence. */
  problem: z.string().nullable(),
  /** How many it has. */
  holidays: z.int(),
});
export type HolidayFeed = z.infer<typeof holidayFeed>;

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
  getHolidayFeed: route({
    method: "GET",
    path: "/holiday/feed",
    access: "MANAGE_TENANT",
    summary: "The calendar file that the club's school holidays come from, if any",
    answer: holidayFeed,
  }),
  putHolidayFeed: route({
    method: "PUT",
    path: "/holiday/feed",
    access: "MANAGE_TENANT",
    summary: "Take school holidays from a calendar file; the same address is read once more",
    body: z.strictObject({ url: webAddress(500) }),
    answer: holidayFeed,
  }),
  deleteHolidayFeed: route({
    method: "DELETE",
    path: "/holiday/feed",
    access: "MANAGE_TENANT",
    summary: "Take school holidays from the club's Land again",
    answer: noContent,
  }),
} as const;
