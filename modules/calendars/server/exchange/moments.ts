import type { ClubTime } from "../time/club-time.ts";

/** `2026-12-24T18:30:00+01:00` */
export function writeMoment(moment: Temporal.Instant, time: ClubTime): string {
  return time.toIso(moment.epochMilliseconds);
}

/** The midnight that a day begins with. */
export function dayStart(day: Temporal.PlainDate, time: ClubTime): string {
  return time.toIso(midnight(day, time));
}

/** The last second of a day. */
export function dayEnd(day: Temporal.PlainDate, time: ClubTime): string {
  return time.toIso(midnight(day.add({ days: 1 }), time) - 1_000);
}

/** The day on which a moment falls. */
export function dayOf(moment: Temporal.Instant, time: ClubTime): Temporal.PlainDate {
  return Temporal.PlainDate.from(time.dayOf(moment.epochMilliseconds));
}

function midnight(day: Temporal.PlainDate, time: ClubTime): number {
  return time.toMoment(Date.UTC(day.year, day.month - 1, day.day));
}
