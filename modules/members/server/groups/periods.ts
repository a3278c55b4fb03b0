/** First and last day; null is open. */
export interface Period {
  from_on: string | null;
  to_on: string | null;
}

export function holdsOn(day: string, { from_on, to_on }: Period): boolean {
  return (from_on === null || from_on <= day) && (to_on === null || to_on >= day);
}

export function overlaps(a: Period, b: Period): boolean {
  return (
    (a.from_on === null || b.to_on === null || a.from_on <= b.to_on) &&
    (b.from_on === null || a.to_on === null || b.from_on <= a.to_on)
  );
}

export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
}
