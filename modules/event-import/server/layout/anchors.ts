import { findDates } from "../dates/date-expressions.ts";
import { monthHeading, startsWithDate, withoutBullet } from "../dates/date-starts.ts";
import { WEEKDAY } from "../dates/date-words.ts";
import { findTimes } from "../dates/times.ts";
import { isSentence } from "../events/prose.ts";
import { isLetterhead } from "../events/list-entry.ts";
import { isNoEvent, NO_EVENT_TITLE } from "../events/vocabulary.ts";
import { RECORDS } from "../tuning.ts";
import { repaired } from "./items.ts";
import type { Piece } from "./pieces.ts";

/** What a record hangs on: a date in a piece of text. */
export interface Anchor {
  piece: Piece;
  /** The date as written, with its weekday and the end of a range. */
  date: string;
  /** What else is written in the piece. */
  rest: string;
  /** Other pieces that the date took up. */
  taken: readonly Piece[];
}

const DAY_ALONE = new RegExp(
  `^(?:(${WEEKDAY}),?\\s+)?(0?[1-9]|[12]\\d|3[01])\\.?(?:\\s?[–-]\\s?([12]?\\d|3[01])\\.?)?(?:\\s+(${WEEKDAY})(?:\\s?[/+&–-]\\s?${WEEKDAY})?,?)?(?=\\s|$)(?!\\s?(?:uhr|h|€|euro|jahre?)(?!\\p{L}))`,
  "iu",
);
const WEEKDAY_ALONE = new RegExp(`^${WEEKDAY}(?:\\s?[/+&–-]\\s?${WEEKDAY})*,?$`, "iu");
/** Days of a month in a column: so many at least, and so many of them in order. */
const LEAST_DAYS = 3;

export function isMonth(piece: Piece): boolean {
  return monthHeading(piece.text) !== null;
}

/** True when a text begins as entries do: with a date, or below a month's heading a day's number. */
export function mayBeginEntry(text: string, dayAlone: boolean): boolean {
  return (
    (startsWithDate(text, dayAlone) && monthHeading(text) === null) ||
    (dayAlone && DAY_ALONE.test(text))
  );
}

export function isWeekday(text: string): boolean {
  return WEEKDAY_ALONE.test(text.trim());
}

/**
 * Returns the dates that entries may hang on, from top to bottom. `dayAlone`: below a month's
 * heading days are numbers.
 */
export function anchorsOf(pieces: readonly Piece[], dayAlone: boolean): Anchor[] {
  const days = dayAlone ? daysAlone(pieces) : new Map<Piece, Anchor>();
  const anchors: Anchor[] = [];
  const taken = new Set<Piece>();
  for (const piece of pieces) {
    if (taken.has(piece)) continue;
    const anchor = days.get(piece) ?? dateIn(piece, pieces, dayAlone);
    if (anchor === null || isMonth(piece)) continue;
    anchors.push(anchor);
    for (const other of anchor.taken) taken.add(other);
  }
  return anchors;
}

function dateIn(piece: Piece, pieces: readonly Piece[], dayAlone: boolean): Anchor | null {
  const text = repaired(withoutBullet(piece.text));
  const dates = findDates(text, { monthAround: dayAlone });
  const date = dates.find(
    ({ from, to }, index) =>
      !isNoEvent(text.slice(dates[index - 1]?.to ?? 0, from), text.slice(to)),
  );
  if (date === undefined || isLetterhead(text, dates) || NO_EVENT_TITLE.test(text)) return null;
  // What sentences tell is read as sentences; a line in lower case goes on with one.
  if (/^(?!(?:am|ab|vom|von)\s)\p{Ll}/u.test(text)) return null;
  if (isRunning(`${text.slice(0, date.from)} ${text.slice(date.to)}`)) return null;
  const taken: Piece[] = [];
  let written = text.slice(date.from, date.to);
  const before = text.slice(0, date.from);
  let after = text.slice(date.to);
  // "Fr 03.04. –" beside or above "Mo 06.04."
  const end = /^\s*(?:[–—-]|bis)\s*$/iu.test(after) ? nextTo(piece, pieces) : undefined;
  const until = end === undefined ? undefined : findDates(end.text)[0];
  if (end !== undefined && until?.from === 0) {
    taken.push(end);
    written = `${written} – ${end.text.slice(0, until.to)}`;
    after = ` ${end.text.slice(until.to)}`;
  }
  if (date.days[0]?.weekday === null) {
    const weekday = pieces.find(
      (other) => other !== piece && isWeekday(other.text) && isBeside(other, piece),
    );
    if (weekday !== undefined) {
      taken.push(weekday);
      written = `${weekday.text.replace(/,$/, "")}, ${written}`;
    }
  }
  return { piece, date: written, rest: `${before} ···${after}`, taken };
}

function isRunning(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  return (
    isSentence(text) ||
    (words.length >= RECORDS.leastWordsOfSentence &&
      words.filter((word) => /^\p{Ll}/u.test(word)).length >= words.length * RECORDS.lowerCase)
  );
}

/** The piece right of it, or right below it. */
function nextTo(piece: Piece, pieces: readonly Piece[]): Piece | undefined {
  const index = pieces.indexOf(piece);
  return pieces
    .slice(index + 1)
    .find(
      (other) =>
        other.row === piece.row ||
        (other.row > piece.row &&
          other.y0 - piece.y1 < piece.size &&
          other.x0 < piece.x1 &&
          other.x1 > piece.x0),
    );
}

/** In the same line, or right above or below. */
function isBeside(weekday: Piece, date: Piece): boolean {
  if (weekday.row === date.row)
    return Math.min(Math.abs(date.x0 - weekday.x1), Math.abs(weekday.x0 - date.x1)) < date.size * 4;
  const gap = Math.max(date.y0 - weekday.y1, weekday.y0 - date.y1);
  return gap < date.size * 0.7 && weekday.x0 < date.x1 && weekday.x1 > date.x0;
}

/** "1", "2 Fr", "Sa 14." in ascending order are days of the month around them. */
function daysAlone(pieces: readonly Piece[]): Map<Piece, Anchor> {
  const found = pieces.flatMap((piece) => {
    const text = withoutBullet(piece.text);
    const match = DAY_ALONE.exec(text);
    if (match === null || findDates(text)[0]?.from === 0 || findTimes(text)[0]?.from === 0)
      return [];
    return [{ piece, text, match, day: Number(match[2]) }];
  });
  // In a calendar's column the weekday stands once, at its head.
  const heads = pieces.filter(({ text }) => isWeekday(text));
  const head = heads.length === 1 && heads[0] === pieces[0] ? heads[0]?.text : undefined;
  const run = longestAscending(found.map(({ day }) => day));
  return new Map(
    run.flatMap((index) => {
      const one = found[index];
      // A weekday beside a number says what it is, where it stands alone.
      if (one === undefined || (run.length < LEAST_DAYS && !hasWeekday(one.match))) return [];
      const { piece, text, match, day } = one;
      const taken: Piece[] = [];
      let weekday = match[1] ?? match[4];
      if (weekday === undefined) {
        const beside = pieces.find(
          (other) => other.row === piece.row && isWeekday(other.text) && isBeside(other, piece),
        );
        if (beside !== undefined) taken.push(beside);
        weekday = beside?.text ?? head;
      }
      const until = match[3] === undefined ? "" : `–${match[3]}.`;
      const date = `${weekday === undefined ? "" : `${weekday.replace(/,$/, "")} `}${day}.${until}`;
      return [[piece, { piece, date, rest: text.slice(match[0].length), taken }] as const];
    }),
  );
}

function hasWeekday(match: RegExpExecArray): boolean {
  return match[1] !== undefined || match[4] !== undefined;
}

/** The indexes of the longest strictly ascending run, gaps allowed. */
function longestAscending(values: readonly number[]): number[] {
  const best: number[][] = [];
  for (const [index, value] of values.entries()) {
    let longest: number[] = [];
    for (let i = 0; i < index; i++) {
      const run = best[i] ?? [];
      if ((values[i] ?? 0) < value && run.length > longest.length) longest = run;
    }
    best.push([...longest, index]);
  }
  return best.reduce<number[]>((longest, run) => (run.length > longest.length ? run : longest), []);
}
