import { formatDate, formatTime, today, wallClock } from "#platform/web/format/format.ts";
import { plural } from "#platform/web/format/format.ts";
import type { Message } from "../contract.ts";

/** When a message came, as short as it stays clear: `18:30`, `24.12.`, `24.12.2025`. */
export function shortDate(value: string, now = new Date()): string {
  const clock = wallClock(value);
  if (!clock) return "";
  const day = today(now);
  if (clock.date === day) return formatTime(value).replace(" Uhr", "");
  return clock.date.slice(0, 4) === day.slice(0, 4)
    ? formatDate(clock.date).slice(0, 6)
    : formatDate(clock.date);
}

export function subjectWords(subject: string): string {
  return subject.trim() === "" ? "Ohne Betreff" : subject;
}

/** Whom a message went to, in a few words: `Jugend, Anna Muster`, `312 Personen`. */
export function recipientWords({
  recipientNames,
  recipientCount,
}: Pick<Message, "recipientNames" | "recipientCount">): string {
  return recipientNames.length === 0
    ? plural(recipientCount, "Person", "Personen")
    : recipientNames.join(", ");
}

/** `3 Anhänge`. */
export function attachmentWords(count: number): string {
  return plural(count, "Anhang", "Anhänge");
}
