import type { Word } from "../documents/pages.ts";
import { PARTS } from "../tuning.ts";
import { mayBeginEntry } from "./anchors.ts";
import { median, type Line } from "./lines.ts";

/**
 * Returns the ways to cut a part of a page into smaller ones, each in reading order: columns beside
 * one another, with the lines across them apart, or an upper and a lower part.
 */
export function cutsOf(whole: Part, lines: readonly Line[], dayAlone: boolean): Part[][] {
  const gutters = guttersOf(lines);
  const sets = [
    dated(gutters, lines, dayAlone, "LEFT"),
    dated(gutters, lines, dayAlone, "RIGHT"),
    gutters,
    ...gutters
      .toSorted((a, b) => b.width - a.width)
      .slice(0, PARTS.mostSingleGutters)
      .map((gutter) => [gutter]),
  ].filter((set) => set.length > 0);
  const seen = new Set<string>();
  const columns = sets.flatMap((set) => {
    const key = set.map(({ x }) => x).join();
    if (seen.has(key)) return [];
    seen.add(key);
    return [columnsOf(whole, lines, set)];
  });
  return [...columns, ...heightCuts(whole, lines)].filter(
    (parts) => parts.length > 1 && parts.length <= PARTS.mostParts,
  );
}

/** Words that are read by themselves, and the edges of the column that they stand in. */
export interface Part {
  words: readonly Word[];
  left: number;
  right: number;
}

interface Gutter {
  x: number;
  width: number;
}

/** Strips that hardly a line runs across. */
function guttersOf(lines: readonly Line[]): Gutter[] {
  const segments = lines.flatMap((line) => line.segments);
  const size = median(lines.map((line) => line.size));
  const edges = [...new Set(segments.map(({ x0 }) => x0))].toSorted((a, b) => a - b);
  const tolerated = Math.max(1, Math.floor(lines.length * PARTS.crossing));
  const gutters: Gutter[] = [];
  for (const x of edges.slice(1)) {
    const before = segments.filter((segment) => segment.x1 <= x - size * PARTS.leastWidth);
    const after = segments.filter((segment) => segment.x0 >= x - size * PARTS.leastWidth);
    if (before.length < 2 || after.length < 2) continue;
    if (segments.length - before.length - after.length > tolerated) continue;
    const width = x - Math.max(...before.map(({ x1 }) => x1));
    const last = gutters.at(-1);
    // The edges of indented lines lie within the column.
    if (last !== undefined && !before.some((segment) => segment.x0 >= last.x - size * 0.1))
      continue;
    gutters.push({ x: x - size * 0.1, width });
  }
  return gutters;
}

/** Only gutters between columns that hold dates; a column without goes with its neighbour. */
function dated(
  gutters: readonly Gutter[],
  lines: readonly Line[],
  dayAlone: boolean,
  to: "LEFT" | "RIGHT",
): Gutter[] {
  const holds = (from: number, until: number) =>
    lines.some((line) =>
      line.segments.some(
        (segment) =>
          segment.x0 >= from && segment.x0 < until && mayBeginEntry(segment.text, dayAlone),
      ),
    );
  const kept: Gutter[] = [];
  gutters.forEach((gutter, index) => {
    const from = kept.at(-1)?.x ?? -Infinity;
    const next = gutters[index + 1]?.x ?? Infinity;
    const isKept =
      to === "LEFT"
        ? holds(gutter.x, next) && holds(from, gutter.x)
        : holds(from, gutter.x) && holds(gutter.x, Infinity);
    if (isKept) kept.push(gutter);
  });
  return kept;
}

function columnsOf(whole: Part, lines: readonly Line[], gutters: readonly Gutter[]): Part[] {
  const edges = [whole.left, ...gutters.map(({ x }) => x), whole.right];
  const parts: Part[] = [];
  let columns: Word[][] = [];
  let across: Word[] = [];
  const flush = () => {
    columns.forEach((words, index) => {
      if (words.length > 0)
        parts.push({
          words,
          left: edges[index] ?? whole.left,
          right: edges[index + 1] ?? whole.right,
        });
    });
    columns = [];
  };
  const flushAcross = () => {
    if (across.length > 0) parts.push({ ...whole, words: across });
    across = [];
  };
  const usual = median(lines.map(({ size }) => size));
  const top = lines.findIndex(({ segments }) => segments.length > 1);
  for (const [index, line] of lines.entries()) {
    const isHead =
      index < top &&
      (line.size > usual * PARTS.headline ||
        Math.abs(line.x0 + line.x1 - whole.left - whole.right) <
          (whole.right - whole.left) * PARTS.centred * 2);
    const isAcross = line.segments.some((segment) =>
      gutters.some(({ x }) => segment.x0 < x - line.size && segment.x1 > x + line.size),
    );
    if (isAcross || isHead) {
      flush();
      across.push(...line.segments.flatMap((segment) => segment.words));
      continue;
    }
    flushAcross();
    if (columns.length === 0) columns = [[], ...gutters.map((): Word[] => [])];
    for (const segment of line.segments)
      columns[gutters.filter(({ x }) => (segment.x0 + segment.x1) / 2 > x).length]?.push(
        ...segment.words,
      );
  }
  flush();
  flushAcross();
  return parts;
}

/** The widest spaces from top to bottom. */
function heightCuts(whole: Part, lines: readonly Line[]): Part[][] {
  const spaces = lines
    .slice(1)
    .map((line, index) => ({
      index: index + 1,
      space: line.y0 - Math.max(...lines.slice(0, index + 1).map(({ y1 }) => y1)),
    }))
    .filter(({ space }) => space > median(lines.map(({ size }) => size)) * PARTS.leastSpace)
    .toSorted((a, b) => b.space - a.space)
    .slice(0, PARTS.mostHeightCuts);
  const part = (some: readonly Line[]): Part => ({
    ...whole,
    words: some.flatMap((line) => line.segments.flatMap((segment) => segment.words)),
  });
  return spaces.map(({ index }) => [part(lines.slice(0, index)), part(lines.slice(index))]);
}
