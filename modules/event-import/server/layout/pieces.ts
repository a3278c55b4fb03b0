import { findDates } from "../dates/date-expressions.ts";
import { startsWithDate, withoutBullet } from "../dates/date-starts.ts";
import { MONTH, WEEKDAY } from "../dates/date-words.ts";
import { findTimes } from "../dates/times.ts";
import type { Word } from "../documents/pages.ts";
import { PIECES } from "../tuning.ts";
import { median, type Line } from "./lines.ts";

/** A stretch of text of one look, with the lines that it was wrapped into. */
export interface Piece {
  text: string;
  words: readonly Word[];
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Where its last line stands. */
  last: Pick<Piece, "x0" | "x1" | "y0" | "y1">;
  /** Number of the line that it begins in, from the top. */
  row: number;
  size: number;
  bold: boolean;
}

/** Of the column that a part of the page stands in. */
interface Edges {
  left: number;
  right: number;
}

const OPEN_END =
  /(?:[–—&+/,-]|(?<!\p{L})(?:bis|und|der|die|das|des|dem|den|mit|für|im|in|am|zum|zur|von|vom))$/iu;
const BEFORE_DATE = new RegExp(
  `(?:[–—&+/-](?:\\s?${WEEKDAY})?|(?<!\\p{L})(?:bis|und|vom|am|den))$`,
  "iu",
);
const MONTH_FIRST = new RegExp(`^${MONTH}(?:\\s|$)`, "iu");

/** Returns the pieces of text in these lines, from top to bottom; wrapped text is one piece. */
export function piecesOf(lines: readonly Line[], edges: Edges): Piece[] {
  const single = lines.flatMap((line, row) =>
    line.segments.map(({ words, text, x0, x1 }): Piece => {
      const box = {
        x0,
        x1,
        y0: Math.min(...words.map((word) => word.y0)),
        y1: Math.max(...words.map((word) => word.y1)),
      };
      return {
        text,
        words,
        ...box,
        last: box,
        row,
        size: Math.max(...words.map(({ size }) => size)),
        bold: words.filter(({ bold }) => bold).length * 2 > words.length,
      };
    }),
  );
  const pieces: Piece[] = [];
  for (const piece of single) {
    const before = begins(piece, single)
      ? -1
      : pieces.findLastIndex((other) => goesOn(other, piece, single, edges));
    const open = pieces[before];
    if (open === undefined) pieces.push(piece);
    else pieces[before] = joined(open, piece);
  }
  return pieces;
}

/** Left of it stands a date or time: its line begins something. */
function begins(piece: Piece, all: readonly Piece[]): boolean {
  return all.some(
    (other) =>
      other.row === piece.row &&
      other.x1 <= piece.x0 &&
      (startsWithDate(other.text, true) || findTimes(other.text)[0]?.from === 0),
  );
}

/** Returns both as one piece, a word that was divided between them put together. */
export function joined(first: Piece, next: Piece): Piece {
  const { text } = first;
  const isHyphenated = /\p{L}-$/u.test(text) && !/^(?:und|oder|bzw)\b/u.test(next.text);
  return {
    ...first,
    text: isHyphenated
      ? (/^\p{Ll}/u.test(next.text) ? text.slice(0, -1) : text) + next.text
      : `${text} ${next.text}`,
    words: [...first.words, ...next.words],
    x0: Math.min(first.x0, next.x0),
    x1: Math.max(first.x1, next.x1),
    y1: next.y1,
    last: next.last,
  };
}

/** True when the next line of text was wrapped off the piece above it. */
function goesOn(open: Piece, next: Piece, all: readonly Piece[], edges: Edges): boolean {
  const size = Math.max(open.size, next.size);
  const pitch = middle(next.last) - middle(open.last);
  if (pitch < size * PIECES.leastPitch || pitch > size * PIECES.mostPitch) return false;
  const usual = median(all.map((piece) => piece.size));
  const isHeadline = Math.min(open.size, next.size) > usual * PIECES.headline;
  const step = Math.abs(open.size - next.size) / size;
  if (open.bold !== next.bold || step > (isHeadline ? PIECES.headlineStep : PIECES.sizeStep))
    return false;
  if (!isBelow(open.last, next, size)) return false;
  const first = withoutBullet(next.text);
  if (first !== next.text) return false;
  // "10.00 –" above "15.00", "14–17" above "Uhr".
  if (/\d\s?[–—-]$/u.test(open.text) && /^\d/.test(first)) return true;
  if (/\d$/.test(open.text) && /^uhr(?!\p{L})/iu.test(first)) return true;
  const isBare = /^\d{1,2}\.?(?:\s?[–-]\s?\d{1,2}\.?)?$/u.test(open.text);
  if (MONTH_FIRST.test(first) && /\d\.?$/u.test(open.text)) return true;
  if (/^20\d\d$/.test(first) && findDates(open.text).at(-1)?.to === open.text.length) return true;
  if (startsWithDate(first, false)) return BEFORE_DATE.test(open.text);
  if (isBare || findTimes(first)[0]?.from === 0) return false;
  if (isHeadline && step <= PIECES.headlineStep) return true;
  if (OPEN_END.test(open.text) && !/[,:]$/.test(open.text)) return true;
  // "(Kapelle" above "Maria Schnee)"
  if (/\([^()]*$/u.test(open.text) && /^[^()]*\)/u.test(next.text)) return true;
  return isFull(open.last, next, all, { ...edges, size });
}

function isBelow(a: Piece["last"], b: Piece, size: number): boolean {
  return (
    Math.abs(a.x0 - b.x0) < size * PIECES.sameEdge ||
    Math.abs(a.x0 + a.x1 - b.x0 - b.x1) < size * PIECES.sameEdge * 2
  );
}

/**
 * The next line's first word would not have fitted: neither into the widest line nor between the
 * edges of the column.
 */
function isFull(
  line: Piece["last"],
  next: Piece,
  all: readonly Piece[],
  { left, right, size }: Edges & { size: number },
): boolean {
  const [word] = next.words;
  if (word === undefined) return false;
  const column = all.filter((one) => isBelow(line, one, size));
  const widest = Math.max(...column.map((one) => one.x1 - one.x0));
  const needed = line.x1 - line.x0 + word.x1 - word.x0 + size * PIECES.blank;
  const isLeft =
    column.filter((one) => Math.abs(one.x0 - line.x0) < size * PIECES.sameEdge).length * 2 >
    column.length;
  const room = isLeft
    ? right - line.x0 - size * PIECES.margin
    : right - left - 2 * size * PIECES.margin;
  return needed > widest && needed > room;
}

export function middle({ y0, y1 }: Pick<Piece, "y0" | "y1">): number {
  return (y0 + y1) / 2;
}
