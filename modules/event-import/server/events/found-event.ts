import type { DRAFT_FIELDS } from "#modules/calendars/exchange-contract.ts";
import type { TimeOfDay } from "../dates/times.ts";

/** An event found in a programme, in the club's local time. */
export interface FoundEvent {
  title: string;
  start: Temporal.PlainDate;
  /** The last day, inclusive. */
  end: Temporal.PlainDate;
  /** Null: all day. */
  startTime: TimeOfDay | null;
  endTime: TimeOfDay | null;
  location: string | null;
  description: string | null;
  page: number;
  /** What a weekday beside the date says of it; null: none is written. */
  weekday: "AGREES" | "DIFFERS" | null;
  uncertain: Set<(typeof DRAFT_FIELDS)[number]>;
  hints: string[];
}
