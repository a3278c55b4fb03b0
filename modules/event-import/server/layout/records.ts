import { withoutBullet } from "../dates/date-starts.ts";
import { findTimes } from "../dates/times.ts";
import { RECORDS } from "../tuning.ts";
import { anchorsOf, isMonth, isWeekday, type Anchor } from "./anchors.ts";
import { middle, type Piece } from "./pieces.ts";

/**
 * Where the date stands in the records of a part. FIRST: above or left of what belongs to it; LAST:
 * below it; BLOCK: somewhere in a block that spaces set apart; ONE_ABOVE, TWO_ABOVE: below so many
 * lines of it; NEAREST: beside the middle of what belongs to it; HOURS: above several hours, each with an event of its own. ALL: whatever else the part holds belongs to
 * each date, as on posters.
 */
export const RECORD_SHAPES = [
  "FIRST",
  "LAST",
  "BLOCK",
  "ONE_ABOVE",
  "TWO_ABOVE",
  "NEAREST",
  "HOURS",
  "ALL",
] as const;
export type RecordShape = (typeof RECORD_SHAPES)[number];

/** What belongs to one date, or to one hour of it. */
export interface ProgrammeRecord {
  anchor: Anchor;
  pieces: Piece[];
}

/** Months' headings and records between them, from top to bottom. */
export type Found = { month: Piece } | { record: ProgrammeRecord };

/** Divides the pieces of a part into records of one shape; null: they have no such shape. */
export function recordsOf(
  pieces: readonly Piece[],
  shape: RecordShape,
  monthAbove: boolean,
): Found[] | null {
  const found: Found[] = [];
  let dayAlone = monthAbove;
  let open: Piece[] = [];
  let failed = false;
  const close = () => {
    const records = sectionOf(open, shape, dayAlone);
    if (records === null) failed = true;
    else found.push(...records.map((record) => ({ record })));
    open = [];
  };
  for (const piece of pieces) {
    if (isMonth(piece)) {
      close();
      dayAlone = true;
      found.push({ month: piece });
    } else open.push(piece);
  }
  close();
  return failed || !found.some((one) => "record" in one) ? null : found;
}

function sectionOf(
  pieces: readonly Piece[],
  shape: RecordShape,
  dayAlone: boolean,
): ProgrammeRecord[] | null {
  const all = anchorsOf(pieces, dayAlone);
  const anchors = rowsOf(all);
  if (anchors.length === 0) return [];
  // Dates side by side are of several columns, which have to be cut apart first.
  if (anchors.length < all.length * RECORDS.alone) return null;
  const used = new Set(anchors.flatMap(({ piece, taken }) => [piece, ...taken]));
  const free = pieces.filter((piece) => !used.has(piece) && !isWeekday(piece.text));
  switch (shape) {
    case "FIRST":
      return after(anchors, free, 0);
    case "NEAREST":
      return nearest(anchors, free);
    case "HOURS":
      return after(anchors, free, 0)?.flatMap(byHours) ?? null;
    case "ALL":
      return ofAll(anchors, free);
    case "LAST":
      return before(anchors, free);
    case "BLOCK":
      return inBlocks(anchors, pieces, free);
    case "ONE_ABOVE":
      return after(anchors, free, 1);
    case "TWO_ABOVE":
      return after(anchors, free, 2);
  }
}

/** One anchor in a row: a second one may be of another column, and hangs on nothing here. */
function rowsOf(anchors: readonly Anchor[]): Anchor[] {
  return anchors.filter(
    ({ piece }, index) => index === 0 || anchors[index - 1]?.piece.row !== piece.row,
  );
}

/** Each record begins so many lines above its date. */
function after(
  anchors: readonly Anchor[],
  free: readonly Piece[],
  above: number,
): ProgrammeRecord[] | null {
  const tops: number[] = [];
  for (const [index, { piece }] of anchors.entries()) {
    const since = anchors[index - 1]?.piece.last.y1 ?? -Infinity;
    const rows = [
      ...new Map(
        free
          .filter((one) => middle(one) < piece.y0 && middle(one) > since)
          .map((one) => [one.row, one.y0] as const),
      ).values(),
    ].toSorted((a, b) => b - a);
    if (rows.length < above) return null;
    tops.push(
      (above === 0 ? piece.y0 : Math.min(piece.y0, rows[above - 1] ?? piece.y0)) -
        RECORDS.above * piece.size,
    );
  }
  const records = anchors.map((anchor): ProgrammeRecord => ({ anchor, pieces: [] }));
  for (const piece of free) {
    const index = tops.findLastIndex((top) => top <= middle(piece));
    records[index]?.pieces.push(piece);
  }
  return records;
}

/** Cells of several lines, with the date halfway down beside them. */
function nearest(anchors: readonly Anchor[], free: readonly Piece[]): ProgrammeRecord[] {
  const records = anchors.map((anchor): ProgrammeRecord => ({ anchor, pieces: [] }));
  for (const piece of free) {
    const distances = anchors.map(({ piece: date }) => Math.abs(middle(date) - middle(piece)));
    const least = Math.min(...distances);
    records[distances.indexOf(least)]?.pieces.push(piece);
  }
  return records;
}

/** What stands in a date's own line is its alone. */
function ofAll(anchors: readonly Anchor[], free: readonly Piece[]): ProgrammeRecord[] | null {
  if (anchors.length > RECORDS.mostDatesOfPoster) return null;
  const rows = new Set(anchors.map(({ piece }) => piece.row));
  return anchors.map((anchor) => ({
    anchor,
    pieces: free.filter(({ row }) => row === anchor.piece.row || !rows.has(row)),
  }));
}

function before(anchors: readonly Anchor[], free: readonly Piece[]): ProgrammeRecord[] {
  const records = anchors.map((anchor): ProgrammeRecord => ({ anchor, pieces: [] }));
  for (const piece of free) {
    const index = anchors.findIndex(
      (anchor) => anchor.piece.y1 + RECORDS.above * anchor.piece.size >= middle(piece),
    );
    records[index]?.pieces.push(piece);
  }
  return records;
}

/** Spaces divide the part; a block with several dates is divided before each of them. */
function inBlocks(
  anchors: readonly Anchor[],
  pieces: readonly Piece[],
  free: readonly Piece[],
): ProgrammeRecord[] | null {
  const spaces = pieces
    .slice(1)
    .map((piece, index) => spaceAbove(piece, pieces.slice(0, index + 1)));
  const limit = widestStep(spaces.filter((space) => space > 0));
  if (limit === null) return null;
  const blocks: Piece[][] = [];
  pieces.forEach((piece, index) => {
    if (index === 0 || (spaces[index - 1] ?? 0) > limit) blocks.push([piece]);
    else blocks.at(-1)?.push(piece);
  });
  return blocks.flatMap((block) => {
    const own = anchors.filter(({ piece }) => block.includes(piece));
    const rest = free.filter((piece) => block.includes(piece));
    const [only] = own;
    if (own.length === 1 && only !== undefined) return [{ anchor: only, pieces: rest }];
    return own.length === 0 ? [] : (after(own, rest, 0) ?? []);
  });
}

function spaceAbove(piece: Piece, above: readonly Piece[]): number {
  return (piece.y0 - Math.max(...above.map(({ y1 }) => y1))) / piece.size;
}

/** Between the spaces within blocks and those between them: where they differ most. */
function widestStep(spaces: readonly number[]): number | null {
  const sorted = spaces.toSorted((a, b) => a - b);
  let best = RECORDS.leastStep;
  let limit: number | null = null;
  for (let i = 1; i < sorted.length; i++) {
    const step = (sorted[i] ?? 0) / Math.max(RECORDS.leastSpace, sorted[i - 1] ?? 0);
    if (step > best) {
      best = step;
      limit = ((sorted[i] ?? 0) + (sorted[i - 1] ?? 0)) / 2;
    }
  }
  return limit;
}

/** "10:00 Gottesdienst", "14:00 Fest" below one date: a record each. */
function byHours(record: ProgrammeRecord): ProgrammeRecord[] {
  const { anchor, pieces } = record;
  const hours = pieces.filter((piece) => {
    const time = findTimes(withoutBullet(piece.text))[0];
    return time?.from === 0 && time.label !== "END" && time.label !== "DOORS";
  });
  const rows = hours.filter((piece, index) => hours[index - 1]?.row !== piece.row);
  if (rows.length === 0 || findTimes(anchor.rest).length > 0) return [record];
  const parts = rows.map((): Piece[] => []);
  for (const piece of pieces) {
    const index = rows.findLastIndex(
      (hour) => hour.y0 - RECORDS.above * hour.size <= middle(piece),
    );
    parts[Math.max(0, index)]?.push(piece);
  }
  // "Sonntag, 29. November · 1. Advent" names the day, what happens stand at its hours.
  return parts.map((part) => ({ anchor: { ...anchor, rest: "" }, pieces: part }));
}
