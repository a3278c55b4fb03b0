import { findDates } from "./dates/date-expressions.ts";
import { Years, type YearOfDocument } from "./dates/year-resolution.ts";
import type { Page, Word } from "./documents/pages.ts";
import type { FoundEvent } from "./events/found-event.ts";
import { isLetterhead } from "./events/list-entry.ts";
import { isClosure, isNoEvent, NO_EVENT_TITLE } from "./events/vocabulary.ts";
import { linesOf, type Segment } from "./layout/lines.ts";

/** A place on a page: shares of its width and height, 0 to 1. */
export interface PageArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A date on a page that no event was found for. */
export interface LeftOverDate {
  page: number;
  /** `2026-12-24` */
  start: string;
  /** The last day, inclusive. */
  end: string;
  area: PageArea;
}

/** More than that are no remainder: the page was not understood. */
const MOST = 40;

/**
 * Dates that are written on the pages and belong to no event. Deadlines, dates of printing and
 * what is past are none.
 */
export function leftOverDates(
  pages: readonly Page[],
  events: readonly Pick<FoundEvent, "start" | "end">[],
  year: YearOfDocument,
): LeftOverDate[] {
  const found: LeftOverDate[] = [];
  for (const page of pages) {
    const years = new Years(year, { carries: false });
    for (const line of linesOf(page.words))
      for (const segment of line.segments) {
        const dates = findDates(segment.text);
        if (NO_EVENT_TITLE.test(segment.text) || isLetterhead(segment.text, dates)) continue;
        if (isClosure(segment.text)) continue;
        dates.forEach(({ from, to, days }, index) => {
          const before = segment.text.slice(dates[index - 1]?.to ?? 0, from);
          if (isNoEvent(before, segment.text.slice(to))) return;
          const settled = [days[0], days.at(-1)].map((day) =>
            day === undefined ? null : years.settle(day, { listed: false }),
          );
          const [start, end] = settled.map((day) => day?.date ?? null);
          if (start == null || end == null || years.isBeforeWriting(start)) return;
          if (events.some((event) => isOn(event, start) || isOn(event, end))) return;
          if (found.some((other) => other.start === start.toString())) return;
          found.push({
            page: page.number,
            start: start.toString(),
            end: (Temporal.PlainDate.compare(end, start) < 0 ? start : end).toString(),
            area: areaOf(wordsAt(segment, from, to), page),
          });
        });
      }
  }
  return found.slice(0, MOST);
}

function isOn(event: Pick<FoundEvent, "start" | "end">, day: Temporal.PlainDate): boolean {
  return (
    Temporal.PlainDate.compare(event.start, day) <= 0 &&
    Temporal.PlainDate.compare(day, event.end) <= 0
  );
}

/** The words that a part of a segment's text was made of. */
function wordsAt(segment: Segment, from: number, to: number): Word[] {
  let at = 0;
  return segment.words.filter((word) => {
    const begins = at;
    at += word.text.length + 1;
    return begins < to && begins + word.text.length > from;
  });
}

/** As the picture lies that the reader sees, whichever way the page was turned to be read. */
function areaOf(words: readonly Word[], { width, height, turned = 0 }: Page): PageArea {
  const x0 = Math.min(...words.map((word) => word.x0)) / width;
  const x1 = Math.max(...words.map((word) => word.x1)) / width;
  const y0 = Math.min(...words.map((word) => word.y0)) / height;
  const y1 = Math.max(...words.map((word) => word.y1)) / height;
  const corners = [
    [x0, y0],
    [x1, y1],
  ].map(([x = 0, y = 0]) =>
    turned === 1 ? [y, 1 - x] : turned === 2 ? [1 - x, 1 - y] : turned === 3 ? [1 - y, x] : [x, y],
  );
  const left = within(Math.min(...corners.map(([x = 0]) => x)));
  const top = within(Math.min(...corners.map(([, y = 0]) => y)));
  return {
    left,
    top,
    width: within(Math.max(...corners.map(([x = 0]) => x))) - left,
    height: within(Math.max(...corners.map(([, y = 0]) => y))) - top,
  };
}

const within = (share: number) => Math.min(1, Math.max(0, share));
