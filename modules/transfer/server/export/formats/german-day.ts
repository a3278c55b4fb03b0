/** `24.12.2026` of a day that is held as midnight UTC. */
export function germanDay(day: Date): string {
  const [year, month, date] = day.toISOString().slice(0, 10).split("-");
  return `${date}.${month}.${year}`;
}
