import { findDates } from "../dates/date-expressions.ts";
import { findTimes, WHOLE_DAY } from "../dates/times.ts";
import { cleanTitle, hasEvent, isNote } from "../events/title-and-place.ts";
import { isHoliday, isPlace } from "../events/vocabulary.ts";
import type { Page } from "../documents/pages.ts";
import { emphasised, usualSize, type Item } from "./items.ts";
import { isWeekday } from "./anchors.ts";
import type { Found, ProgrammeRecord } from "./records.ts";
import { joined, type Piece } from "./pieces.ts";
import { CELLS, ENTRIES, TITLES } from "../tuning.ts";

/** Returns records as items, to be read in their order with the rest of the document. */
export function recordItems(found: readonly Found[], page: Page): Item[] {
  const usual = usualSize(page);
  return found.map((one) => {
    if ("month" in one) return itemOf(page, usual, "TEXT", [one.month.text], [one.month]);
    const { anchor, pieces } = one.record;
    return itemOf(page, usual, "RECORD", cellsOf(one.record), [
      anchor.piece,
      ...anchor.taken,
      ...pieces,
    ]);
  });
}

function itemOf(
  page: Page,
  usual: number,
  kind: Item["kind"],
  cells: string[],
  pieces: readonly Piece[],
): Item {
  const words = pieces.flatMap((piece) => piece.words);
  return {
    page: page.number,
    kind,
    cells,
    scale: Math.max(...pieces.map(({ size }) => size)) / usual,
    gap: Infinity,
    emphasis: emphasised(words),
    doubtful: words
      .filter((word) => word.confidence < ENTRIES.sureConfidence && /[\p{L}\d]/u.test(word.text))
      .map((word) => word.text),
  };
}

interface Chunk {
  text: string;
  weight: number;
}

/** The date, the times, what happens, and the rest: its words in order of the page. */
function cellsOf({ anchor, pieces }: ProgrammeRecord): string[] {
  const times: string[] = [];
  const sizes = [...pieces, anchor.piece].map(({ size }) => size).toSorted((a, b) => a - b);
  const usual = sizes[Math.floor((sizes.length - 1) / 2)] ?? 1;
  const texts = [
    { text: anchor.rest, piece: anchor.piece, isAnchor: true },
    ...inCells(pieces, anchor.piece).map((piece) => ({ text: piece.text, piece, isAnchor: false })),
  ].toSorted((a, b) => a.piece.row - b.piece.row || a.piece.x0 - b.piece.x0);
  const chunks = texts.flatMap(({ text, piece, isAnchor }, index): Chunk[] => {
    const said = withoutTimes(text, times);
    const wholeDay = WHOLE_DAY.exec(said)?.[0];
    if (wholeDay !== undefined) times.push(wholeDay);
    const rest = said.replace(WHOLE_DAY, " · ");
    if (!/\p{L}{2}/u.test(rest) || isWeekday(rest)) return [];
    const first = cleanTitle(rest).split(/[,;\n]/)[0] ?? "";
    const weight =
      Math.min(piece.size / usual, TITLES.mostScale) * TITLES.scale +
      (piece.bold && !isAnchor ? TITLES.bold : 0) +
      (hasEvent(first) ? TITLES.eventWord : 0) -
      (isPlace(first) && !hasEvent(first) ? TITLES.place : 0) -
      (isNote(first) || isHoliday(first) ? TITLES.note : 0) -
      (/^\p{Ll}/u.test(cleanTitle(rest)) ? TITLES.lowerCase : 0) -
      (findDates(rest).length > 0 ? TITLES.dated : 0) -
      index * TITLES.perLine;
    return [{ text: rest, weight }];
  });
  const title = chunks.reduce<Chunk | null>(
    (best, chunk) => (best === null || chunk.weight > best.weight ? chunk : best),
    null,
  );
  return [
    anchor.date,
    times.join("\t"),
    title?.text ?? "",
    ...chunks.filter((chunk) => chunk !== title).map(({ text }) => text),
  ];
}

/** Beside a date in a row of cells, what stands below one another is one cell. */
function inCells(pieces: readonly Piece[], date: Piece): Piece[] {
  const beside = pieces.filter(
    (piece) =>
      piece.y0 < date.y1 && piece.y1 > date.y0 && (piece.x0 >= date.x1 || piece.x1 <= date.x0),
  );
  if (new Set(beside.map(({ x0 }) => Math.round(x0))).size < 2) return [...pieces];
  const cells: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.row - b.row || a.x0 - b.x0)) {
    // "Boule für alle" above "Bürgerpark": the place is no end of the name.
    const isOwn = isPlace(piece.text) && !hasEvent(piece.text);
    const above = cells.findIndex(
      (cell) =>
        !isOwn &&
        Math.abs(cell.x0 - piece.x0) < piece.size * CELLS.sameEdge &&
        Math.abs(cell.size - piece.size) < piece.size * CELLS.sizeStep &&
        piece.row > cell.row &&
        piece.y0 - cell.y1 < piece.size * CELLS.space,
    );
    const cell = cells[above];
    if (cell === undefined) cells.push(piece);
    else cells[above] = joined(cell, piece);
  }
  return cells;
}

function withoutTimes(text: string, times: string[]): string {
  const dates = findDates(text);
  // "19.30" is a time where nothing else is written, and at the end of a cell.
  const bare =
    dates.length > 0 || findTimes(text).length > 0
      ? undefined
      : /(?:^|\s)([·,–-]\s?)?((?:[01]?\d|2[0-3])\.[0-5]\d(?:\s?[–-]\s?(?:[01]?\d|2[0-3])\.[0-5]\d)?)[\s·,–-]*$/u.exec(
          text,
        );
  if (bare != null) {
    times.push(bare[2] ?? "");
    return text.slice(0, bare.index);
  }
  let rest = text;
  const found = findTimes(text, dates);
  times.push(...found.map(({ from, to }) => text.slice(from, to)));
  for (const { from, to } of found.toReversed()) {
    rest = `${rest.slice(0, from)} · ${rest.slice(to)}`;
  }
  return rest;
}
