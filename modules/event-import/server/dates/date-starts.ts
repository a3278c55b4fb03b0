import { findDates } from "./date-expressions.ts";
import { MONTH, WEEKDAY } from "./date-words.ts";
import { findTimes } from "./times.ts";

const BULLET = /^[\s•●▪■◦○*·»›>✓–—.,'’-]+(?=[\p{L}\d])/u;
const MONTH_HEADING = new RegExp(`^(${MONTH})(?:\\s*[’'‘]?((?:20)?\\d\\d))?\\s*:?$`, "iu");
const LEAD = /^(?:(?:am|vom|von|ab)\s+)?/iu;

export function withoutBullet(text: string): string {
  return text.replace(BULLET, "");
}

/** "Januar", "MAI 2027" alone in their line. */
export function monthHeading(text: string): { month: string; year: number | null } | null {
  // "J A N U A R" is a way to make a heading.
  const tight = /^(?:\p{L}\s){2,}\p{L}$/u.test(text.trim()) ? text.replace(/\s/g, "") : text.trim();
  const match = MONTH_HEADING.exec(tight);
  if (match === null) return null;
  const year = match[2] === undefined ? null : Number(match[2]);
  return { month: match[1] ?? "", year: year !== null && year < 100 ? 2000 + year : year };
}

/**
 * True when a line begins with a date or a month's heading: where an entry of a programme begins.
 * `dayAlone`: a day's number is enough, as below headings of months.
 */
export function startsWithDate(text: string, dayAlone: boolean): boolean {
  const plain = withoutBullet(text).replace(LEAD, "");
  if (monthHeading(plain) !== null) return true;
  return findDates(plain, { monthAround: dayAlone })[0]?.from === 0;
}

/** True when nothing but dates, times and weekdays is written. */
export function isOnlyDate(text: string): boolean {
  return remainder(text).length === 0;
}

/** What is left of a text without its dates, times and weekdays. */
function remainder(text: string): string {
  let rest = withoutBullet(text);
  for (const { from, to } of findDates(rest, { monthAround: true }).toReversed())
    rest = rest.slice(0, from) + rest.slice(to);
  for (const { from, to } of findTimes(rest).toReversed())
    rest = rest.slice(0, from) + rest.slice(to);
  return rest
    .replace(
      new RegExp(
        `(?<![\\p{L}])(?:${WEEKDAY}|${MONTH}|ab|bis|vom|von|am|um|und|uhr|den|dem)(?![\\p{L}])`,
        "giu",
      ),
      "",
    )
    .replace(/[^\p{L}]/gu, "");
}
