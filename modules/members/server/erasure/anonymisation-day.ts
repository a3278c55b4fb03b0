import type { Retention } from "#modules/tenants/server/public.ts";
import { clubDay } from "../people/club-day.ts";

/**
 * The day on which a member that went into the trash at `trashed` is anonymised, by the club's
 * calendar.
 */
export function anonymisationDay(
  trashed: Date,
  { trashDays, timeZone }: Pick<Retention, "trashDays" | "timeZone">,
): string {
  return Temporal.PlainDate.from(clubDay(timeZone, trashed)).add({ days: trashDays }).toString();
}
