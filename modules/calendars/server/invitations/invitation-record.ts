import { z } from "zod";
import { EVENT_STATUSES, type EventStatus } from "../../contract.ts";

/**
 * What an invited person was last notified of; compared with how the event is now. Moments are
 * milliseconds since 1970.
 */
export const notifiedState = z.object({
  startsAt: z.number(),
  endsAt: z.number(),
  allDay: z.boolean(),
  meetAt: z.number().nullable(),
  location: z.string().nullable(),
  status: z.enum(EVENT_STATUSES),
  /** The answer was taken back because the event changed: they are to be asked again. */
  askedAgain: z.literal(true).optional(),
});
export type NotifiedState = z.infer<typeof notifiedState>;

export function notifiedStateOf(event: {
  starts_at: number | Date;
  ends_at: number | Date;
  all_day: boolean;
  meet_at: number | Date | null;
  location: string | null;
  status: EventStatus;
}): NotifiedState {
  return {
    startsAt: Number(event.starts_at),
    endsAt: Number(event.ends_at),
    allDay: event.all_day,
    meetAt: event.meet_at === null ? null : Number(event.meet_at),
    location: event.location,
    status: event.status,
  };
}

/** First and last name, or the guest's as entered. */
export function personName({
  first_name,
  last_name,
  guest_name,
}: {
  first_name: string | null;
  last_name: string | null;
  guest_name: string | null;
}): string {
  return guest_name ?? `${first_name ?? ""} ${last_name ?? ""}`.trim();
}
