import { WEEKDAY } from "../dates/date-words.ts";
import type { Word } from "../documents/pages.ts";
import { GRID } from "../tuning.ts";
import { monthAbove, rowsOfDays, type GridAnchor } from "./grid-anchors.ts";
import { median, type Line } from "./lines.ts";
import type { Part } from "./parts.ts";

/** A part of a page cut at the days that stand side by side in it, in reading order. */
export interface Grid {
  before: Part[];
  cells: Part[];
  after: Part[];
}

const MONTHS = [
  "Januar",
  "Februar",
  "März",
  "April",
  "Mai",
  "Juni",
  "Juli",
  "August",
  "September",
  "Oktober",
  "November",
  "Dezember",
];
const WEEKDAYS_ALONE = new RegExp(`^(?:${WEEKDAY}|kw)$`, "iu");
const CLOCK = /^\d{1,2}[.:]\d{2}/;

/**
 * Cuts a part into a cell for each day: sheets of months, weeks with their days as columns, blocks
 * of days beside one another. Null: no days stand side by side. Days that are only numbers are of
 * `month`, or of the one that is written above them.
 */
export function gridOf(whole: Part, lines: readonly Line[], month: number | null): Grid | null {
  const rows = rowsOfDays(lines);
  const first = rows[0]?.[0];
  if (first === undefined) return null;
  const tops = rows.map((row) => Math.min(...row.map(({ y0 }) => y0)));
  const top = tops[0] ?? 0;
  const isCalendar = first.month === null;
  const named = isCalendar ? monthAbove(lines, top, month) : null;
  if (isCalendar && named === null) return null;
  const days = named === null ? null : datesOf(rows.flat(), named);
  const size = median(rows.flat().map((anchor) => anchor.size));
  const pitch = Math.max(0, ...tops.slice(1).map((at, index) => at - (tops[index] ?? at)));
  const bottom = isCalendar ? (tops.at(-1) ?? 0) + pitch : Infinity;
  const edges = edgesOf(
    rows,
    lines.filter(({ y0 }) => y0 >= top - size * GRID.above && y0 < bottom),
  );
  const bounds = [...edges, whole.right + size];

  const grid: Record<"before" | "after" | "labels", Word[]> = { before: [], after: [], labels: [] };
  const cells = new Map<GridAnchor, Word[]>(
    rows.flat().map((anchor) => [anchor, [...anchor.words]]),
  );
  const anchored = new Set(rows.flat().flatMap(({ words }) => words));
  const across: Part[] = [];
  let isOver = false;
  for (const line of lines) {
    for (const segment of line.segments) {
      const words = segment.words.filter((word) => !anchored.has(word));
      if (words.length === 0) continue;
      const row = tops.findLastIndex((at) => at - size * GRID.above <= line.y0);
      if (row === -1) {
        if (!isCalendar || !words.every(({ text }) => WEEKDAYS_ALONE.test(text)))
          grid.before.push(...words);
        continue;
      }
      const columns = isOver || line.y0 >= bottom ? null : byColumn(words, bounds, size);
      if (columns === null) {
        // Below the last days, what runs across them is of the page again.
        isOver ||= line.y0 >= bottom || (!isCalendar && row === rows.length - 1);
        if (isOver) grid.after.push(...words);
        else across.push({ ...whole, words: withSpan(words, rows[row] ?? [], bounds, days) });
        continue;
      }
      for (const [column, own] of columns) {
        const anchor = rows[row]?.findLast(
          (one) => columnOf((one.x0 + one.x1) / 2, bounds) === column,
        );
        (anchor === undefined ? grid.labels : (cells.get(anchor) ?? [])).push(...own);
      }
    }
  }
  const isTimed = grid.labels.filter(({ text }) => CLOCK.test(text)).length >= 2;
  const parts = rows.flat().flatMap((anchor): Part[] => {
    const words = cells.get(anchor) ?? [];
    const rest = words.slice(anchor.words.length);
    if (isCalendar && !rest.some(({ text }) => /\p{L}{2}/u.test(text))) return [];
    const column = columnOf((anchor.x0 + anchor.x1) / 2, bounds);
    const date = days?.get(anchor);
    const head = date === undefined ? anchor.words : [joined(anchor.words, date)];
    return [
      {
        words: [...head, ...(isTimed ? withTimes(rest, grid.labels) : rest)],
        left: bounds[column] ?? whole.left,
        right: bounds[column + 1] ?? whole.right,
      },
    ];
  });
  const part = (words: Word[]): Part[] => (words.length > 0 ? [{ ...whole, words }] : []);
  return {
    before: part(grid.before),
    cells: [...parts, ...across],
    after: [...(isTimed || isCalendar ? [] : part(grid.labels)), ...part(grid.after)],
  };
}

/** The left edges of the columns: in the widest strip between days that least is written in. */
function edgesOf(rows: readonly GridAnchor[][], lines: readonly Line[]): number[] {
  const columns: { x0: number; x1: number; size: number }[] = [];
  for (const { x0, x1, size } of rows.flat().toSorted((a, b) => a.x0 - b.x0)) {
    const column = columns.find((one) => x0 < one.x1 && x1 > one.x0);
    if (column === undefined) columns.push({ x0, x1, size });
    else {
      column.x0 = Math.min(column.x0, x0);
      column.x1 = Math.max(column.x1, x1);
    }
  }
  const sorted = columns.toSorted((a, b) => a.x0 - b.x0);
  const texts = lines.flatMap((line) => line.segments);
  return sorted.map((column, index) => {
    const before = sorted[index - 1];
    const from = before?.x1 ?? -Infinity;
    if (before === undefined) {
      // Numbers of weeks and hours of the day stand left of all days.
      const labels = texts.filter(({ x1 }) => x1 < column.x0 - column.size * GRID.besideLabel);
      const isLabelled = labels.length >= 2;
      return isLabelled ? Math.max(...labels.map(({ x1 }) => x1)) : -Infinity;
    }
    return widestStrip(from, column.x0, texts);
  });
}

/** The middle of the widest strip between two places that least texts run across. */
function widestStrip(
  from: number,
  to: number,
  texts: readonly { x0: number; x1: number }[],
): number {
  const inside = texts.filter(({ x0, x1 }) => x1 > from && x0 < to);
  const marks = [from, to, ...inside.flatMap(({ x0, x1 }) => [x0, x1])]
    .filter((x) => x >= from && x <= to)
    .toSorted((a, b) => a - b);
  let best = { x: to, crossing: Infinity, width: 0 };
  marks.slice(1).forEach((x, index) => {
    const left = marks[index] ?? x;
    const width = x - left;
    if (width <= 0) return;
    const crossing = inside.filter(({ x0, x1 }) => x0 <= left && x1 >= x).length;
    if (crossing < best.crossing || (crossing === best.crossing && width > best.width))
      best = { x: (left + x) / 2, crossing, width };
  });
  return best.x;
}

function columnOf(x: number, bounds: readonly number[]): number {
  return bounds.findLastIndex((edge, index) => edge <= x && index < bounds.length - 1);
}

/** A text's words by the columns that they stand in; null: it runs across them. */
function byColumn(
  words: readonly Word[],
  bounds: readonly number[],
  size: number,
): Map<number, Word[]> | null {
  const found = new Map<number, Word[]>();
  for (const [index, word] of words.entries()) {
    const column = columnOf((word.x0 + word.x1) / 2, bounds);
    const before = words[index - 1];
    if (before !== undefined && !found.has(column) && word.x0 - before.x1 < word.size * GRID.blank)
      return null;
    const reach = size * GRID.reach;
    if (bounds.slice(1, -1).some((edge) => word.x0 < edge - reach && word.x1 > edge + reach))
      return null;
    found.set(column, [...(found.get(column) ?? []), word]);
  }
  return found;
}

/** What stands across the cells of several days of a month, and names none, is of all of them. */
function withSpan(
  words: Word[],
  row: readonly GridAnchor[],
  bounds: readonly number[],
  days: ReadonlyMap<GridAnchor, string> | null,
): Word[] {
  const x0 = Math.min(...words.map((word) => word.x0));
  const x1 = Math.max(...words.map((word) => word.x1));
  const under = row.filter((anchor) => {
    const column = columnOf((anchor.x0 + anchor.x1) / 2, bounds);
    return (bounds[column] ?? 0) < x1 && (bounds[column + 1] ?? 0) > x0;
  });
  const [from] = under;
  const to = under.at(-1);
  if (
    days === null ||
    from === undefined ||
    to === undefined ||
    words.some(({ text }) => /\d/.test(text))
  )
    return words;
  const [word] = words;
  if (word === undefined) return words;
  const text = `${days.get(from) ?? ""} – ${days.get(to) ?? ""}`;
  return [{ ...word, text, x0: x0 - word.size, x1: x0 }, ...words];
}

/** "12. März" for each number: after the last day of a month follows the next one. */
function datesOf(anchors: readonly GridAnchor[], month: number): Map<GridAnchor, string> {
  const dates = new Map<GridAnchor, string>();
  const begins = anchors.findIndex(({ day }) => day === 1);
  // Days before the first one, in the same week.
  const isEarlier =
    begins > 0 && begins < GRID.daysOfWeek && (anchors[0]?.day ?? 0) > GRID.firstWeek;
  let at = isEarlier ? month - 1 : month;
  let before = 0;
  for (const anchor of anchors) {
    if (anchor.day < before) at++;
    before = anchor.day;
    dates.set(anchor, `${anchor.day}. ${MONTHS[(at + 11) % 12] ?? ""}`);
  }
  return dates;
}

function joined(words: readonly Word[], text: string): Word {
  const [first] = words;
  if (first === undefined) throw new Error("a day has a word");
  return { ...first, text, x1: Math.max(...words.map(({ x1 }) => x1)) };
}

/** Hours written left of all days hold for what stands beside them. */
function withTimes(words: readonly Word[], labels: readonly Word[]): Word[] {
  const taken = new Set<Word>();
  return words.flatMap((word) => {
    const label = labels.find(
      (one) =>
        CLOCK.test(one.text) &&
        !taken.has(one) &&
        Math.abs(one.y0 + one.y1 - word.y0 - word.y1) < word.size,
    );
    if (label === undefined) return [word];
    taken.add(label);
    const text = /^\d{1,2}\.\d{2}$/.test(label.text) ? `${label.text} Uhr` : label.text;
    return [{ ...label, text, x0: word.x0 - 2 * word.size, x1: word.x0 - word.size }, word];
  });
}
