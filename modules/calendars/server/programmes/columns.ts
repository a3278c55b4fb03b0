import { isOnlyDate, startsWithDate } from "./date-starts.ts";
import { columnGutters } from "./table-rows.ts";
import { lineOf, type Line, type Segment } from "./lines.ts";

/**
 * Puts the lines of a page in reading order, each column and what spans columns by itself. Text set in columns is read column by column; a table is left as it is,
 * its cells being segments of a line. The difference: each column of text has entries that begin with a date and go on
 * in words of their own, in a table one column holds the dates.
 */
export function inReadingOrder(lines: readonly Line[], pageWidth: number, dayAlone: boolean): Line[][] {
  const dated = guttersOf(lines, pageWidth, dayAlone);
  const gutters = dated.length > 0 ? dated : guttersOfRunningText(lines, dayAlone);
  if (gutters.length === 0) return [[...lines]];
  const ordered: Line[][] = [];
  let columns: Line[][] = [];
  const flush = () => {
    ordered.push(...columns.filter((column) => column.length > 0));
    columns = gutters.map(() => []).concat([[]]);
  };
  flush();
  for (const line of lines) {
    if (gutters.some((x) => line.segments.some((segment) => segment.x0 < x - line.size && segment.x1 > x + line.size))) {
      flush();
      ordered.push([line]);
      continue;
    }
    const parts = new Map<number, Segment[]>();
    for (const segment of line.segments) {
      const column = gutters.filter((x) => (segment.x0 + segment.x1) / 2 > x).length;
      parts.set(column, [...(parts.get(column) ?? []), segment]);
    }
    for (const [column, segments] of parts) columns[column]?.push(lineOf(segments.flatMap((segment) => segment.words)));
  }
  flush();
  return ordered;
}

/** Fewer lines side by side are no columns of text. */
const LEAST_LINES = 6;

/** The gutters between columns of running text: lines that fill their column on either side, few of them begun by a date. */
function guttersOfRunningText(lines: readonly Line[], dayAlone: boolean): number[] {
  const width = Math.max(...lines.map((line) => line.x1)) - Math.min(...lines.map((line) => line.x0));
  const beside = lines.filter((line) => line.x1 - line.x0 > 0.75 * width && line.segments.length < 6 && line.text.length > 40);
  if (beside.length < LEAST_LINES) return [];
  const gutters = columnGutters(beside, beside);
  if (gutters.length === 0 || gutters.length > 2) return [];
  const isRunning = Array.from({ length: gutters.length + 1 }, (_, column) => {
    const parts = beside.flatMap((line) => {
      const words = line.segments.flatMap((segment) => segment.words).filter((word) => gutters.filter((x) => (word.x0 + word.x1) / 2 > x).length === column);
      return words.length === 0 ? [] : [lineOf(words)];
    });
    const left = Math.min(...parts.map((part) => part.x0));
    const right = Math.max(...parts.map((part) => part.x1));
    const filling = parts.filter((part) => part.x1 - part.x0 > 0.75 * (right - left) && part.segments.flatMap(({ words }) => words).length >= 4);
    const begun = parts.filter((part) => startsWithDate(part.text, dayAlone));
    return parts.length >= LEAST_LINES && filling.length > parts.length * 0.6 && begun.length < parts.length * 0.2;
  });
  return isRunning.every(Boolean) ? gutters : [];
}

/** Left edges of the second and further columns of text. */
function guttersOf(lines: readonly Line[], pageWidth: number, dayAlone: boolean): number[] {
  const edges = datedEdges(lines, pageWidth, dayAlone);
  const gutters: number[] = [];
  let left = edges[0];
  for (const edge of edges.slice(1)) {
    if (left === undefined) break;
    if (!hasOwnWords(lines, left.x, edge.x, dayAlone)) {
      // Only dates in between: "from" and "to" of a table.
      continue;
    }
    const crossing = lines.filter(
      (line) => line.y > edge.top && line.y < edge.bottom && line.segments.some((s) => s.x0 < edge.x - line.size && s.x1 > edge.x + line.size),
    );
    if (crossing.length > Math.max(1, edge.count * 0.2)) continue;
    gutters.push(edge.x - 1);
    left = edge;
  }
  return gutters;
}

interface Edge {
  x: number;
  count: number;
  top: number;
  bottom: number;
}

/** Left edges at which several segments begin with a date, from left to right. */
function datedEdges(lines: readonly Line[], pageWidth: number, dayAlone: boolean): Edge[] {
  const edges: Edge[] = [];
  for (const line of lines) {
    for (const segment of line.segments) {
      if (!startsWithDate(segment.text, dayAlone)) continue;
      const near = edges.find((edge) => Math.abs(edge.x - segment.x0) < pageWidth * 0.03);
      if (near === undefined) edges.push({ x: segment.x0, count: 1, top: line.y0, bottom: line.y1 });
      else {
        near.x = Math.min(near.x, segment.x0);
        near.count++;
        near.top = Math.min(near.top, line.y0);
        near.bottom = Math.max(near.bottom, line.y1);
      }
    }
  }
  return edges.filter((edge) => edge.count >= 3).toSorted((a, b) => a.x - b.x);
}

function hasOwnWords(lines: readonly Line[], from: number, to: number, dayAlone: boolean): boolean {
  let worded = 0;
  let dated = 0;
  for (const line of lines) {
    const inside = line.segments.filter((segment) => segment.x0 >= from - line.size && segment.x0 < to - line.size);
    const text = inside.map((segment) => segment.text).join(" ");
    if (inside.length === 0 || !startsWithDate(text, dayAlone)) continue;
    if (isOnlyDate(text)) dated++;
    else worded++;
  }
  return worded > dated * 0.5 && worded >= 2;
}
