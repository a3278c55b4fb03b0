import { isOnlyDate, startsWithDate } from "../dates/date-starts.ts";
import { lineOf, type Line, type Segment } from "./lines.ts";
import { COLUMNS } from "../tuning.ts";

/**
 * Puts the lines of a page in reading order, each column and what spans columns by itself. Text set
 * in columns is read column by column; a table is left as it is, its cells being segments of a
 * line. The difference: each column of text has entries that begin with a date and go on in words
 * of their own, in a table one column holds the dates.
 */
export function inReadingOrder(
  lines: readonly Line[],
  pageWidth: number,
  dayAlone: boolean,
): Line[][] {
  const gutters = guttersOf(lines, pageWidth, dayAlone);
  if (gutters.length === 0) return [[...lines]];
  const ordered: Line[][] = [];
  let columns: Line[][] = [];
  const flush = () => {
    ordered.push(...columns.filter((column) => column.length > 0));
    columns = gutters.map(() => []).concat([[]]);
  };
  flush();
  for (const line of lines) {
    if (
      gutters.some((x) =>
        line.segments.some((segment) => segment.x0 < x - line.size && segment.x1 > x + line.size),
      )
    ) {
      flush();
      ordered.push([line]);
      continue;
    }
    const parts = new Map<number, Segment[]>();
    for (const segment of line.segments) {
      const column = gutters.filter((x) => (segment.x0 + segment.x1) / 2 > x).length;
      parts.set(column, [...(parts.get(column) ?? []), segment]);
    }
    for (const [column, segments] of parts)
      columns[column]?.push(lineOf(segments.flatMap((segment) => segment.words)));
  }
  flush();
  return ordered;
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
      (line) =>
        line.y > edge.top &&
        line.y < edge.bottom &&
        line.segments.some((s) => s.x0 < edge.x - line.size && s.x1 > edge.x + line.size),
    );
    if (crossing.length > Math.max(1, edge.count * COLUMNS.crossing)) continue;
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
      const near = edges.find(
        (edge) => Math.abs(edge.x - segment.x0) < pageWidth * COLUMNS.edgeWidth,
      );
      if (near === undefined)
        edges.push({ x: segment.x0, count: 1, top: line.y0, bottom: line.y1 });
      else {
        near.x = Math.min(near.x, segment.x0);
        near.count++;
        near.top = Math.min(near.top, line.y0);
        near.bottom = Math.max(near.bottom, line.y1);
      }
    }
  }
  return edges.filter((edge) => edge.count >= COLUMNS.leastDates).toSorted((a, b) => a.x - b.x);
}

function hasOwnWords(lines: readonly Line[], from: number, to: number, dayAlone: boolean): boolean {
  let worded = 0;
  let dated = 0;
  for (const line of lines) {
    const inside = line.segments.filter(
      (segment) => segment.x0 >= from - line.size && segment.x0 < to - line.size,
    );
    const text = inside.map((segment) => segment.text).join(" ");
    if (inside.length === 0 || !startsWithDate(text, dayAlone)) continue;
    if (isOnlyDate(text)) dated++;
    else worded++;
  }
  return worded > dated * COLUMNS.worded && worded >= COLUMNS.leastWorded;
}
