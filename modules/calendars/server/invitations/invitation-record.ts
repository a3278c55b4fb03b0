import { z } from "zod";
import { EVENT_STATUSES, type EventStatus, type InvitationState } from "../../contract.ts";

/** An invitation with the invited person, as it is read. */
export interface InvitationRecord {
  id: string;
  event_id: string;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  has_picture: boolean;
  guest_name: string | null;
  guest_email: string | null;
  state: InvitationState;
  /** Place in the waiting list, from 1. */
  position: number | null;
  comment: string | null;
  companions: number;
  invited_at: Date;
  reminded_at: Date | null;
  answered_at: Date | null;
  /** Name of the organiser who answered for them. */
  answered_by_name: string | null;
  /** Whether mails reach this person: an address, mails wanted, still in the club. */
  has_mail: boolean;
}

/** The same with its event and what is left of its places. */
export interface InvitationWithEvent extends InvitationRecord {
  public_id: string;
  uid: string;
  sequence: number;
  recurrence_start: Date | null;
  /** Null for events that belong to no series. */
  series_all_day: boolean | null;
  created_at: Date;
  updated_at: Date;
  title: string;
  description: string | null;
  location: string | null;
  meet_at: Date | null;
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
  status: EventStatus;
  calendar_id: string;
  calendar_name: string;
  calendar_color: string;
  answer_deadline: Date | null;
  answer_maximum: number | null;
  allow_comment: boolean | null;
  allow_companions: boolean | null;
  waiting_list: boolean | null;
  /** People who come, companions included. */
  coming: number;
}

/**
 * What an event looks like to somebody who was told of it; compared with how it is now. Moments are
 * milliseconds since 1970.
 */
export const told = z.object({
  startsAt: z.number(),
  endsAt: z.number(),
  allDay: z.boolean(),
  meetAt: z.number().nullable(),
  location: z.string().nullable(),
  status: z.enum(EVENT_STATUSES),
  /** The answer was taken back because the event changed: they are to be asked again. */
  askedAgain: z.literal(true).optional(),
});
export type Told = z.infer<typeof told>;

export function toldOf(event: {
  starts_at: number | Date;
  ends_at: number | Date;
  all_day: boolean;
  meet_at: number | Date | null;
  location: string | null;
  status: EventStatus;
}): Told {
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
}: Pick<InvitationRecord, "first_name" | "last_name" | "guest_name">): string {
  return guest_name ?? `${first_name ?? ""} ${last_name ?? ""}`.trim();
}
