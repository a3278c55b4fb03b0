import type { DRAFT_FIELDS } from "#modules/calendars/exchange-contract.ts";
import type { FoundEvent } from "./events/found-event.ts";
import { itemsOf, type Item } from "./layout/items.ts";
import { leftOverDates, type LeftOverDate } from "./left-over-dates.ts";
import { linesOf } from "./layout/lines.ts";
import { lastMonthIn, Segmentation, type Reading, type Watch } from "./layout/segmentation.ts";
import { withSpacedMonths } from "./layout/spaced-letters.ts";
import { withStackedDates } from "./layout/stacked-dates.ts";
import { yearOfDocument, type YearOfDocument } from "./dates/year-resolution.ts";
import type { Page } from "./documents/pages.ts";
import { ProgrammeReader } from "./events/read-items.ts";
import { YEARS } from "./tuning.ts";

/** More events than any club's programme has; what goes beyond is a hostile or wrong file. */
const MAX_EVENTS = 1_000;
/** Longer pieces of text than a page holds are cut: nothing in a programme needs them. */
const MAX_CELL = 8_000;

/** A found event as it leaves the worker: dates `2026-12-24`, times `18:30` or null for all day. */
export interface ProgrammeEvent extends Pick<
  FoundEvent,
  "title" | "location" | "description" | "page" | "hints"
> {
  start: string;
  /** Last day, inclusive. */
  end: string;
  startTime: string | null;
  endTime: string | null;
  uncertain: (typeof DRAFT_FIELDS)[number][];
}

/**
 * The events of a programme, in the order of the document. `today` helps where no year is written;
 * `watch` sees what is tried on the way.
 */
export function readProgramme(
  pages: readonly Page[],
  today: Temporal.PlainDate,
  watch?: Watch,
): ProgrammeEvent[] {
  return understood(pages, today, watch).events;
}

/**
 * The same with what is written, page by page, for a reader that knows no places, and with the dates
 * that no event was found for.
 */
export function understood(
  pages: readonly Page[],
  today: Temporal.PlainDate,
  watch?: Watch,
): { events: ProgrammeEvent[]; texts: string[]; leftOver: LeftOverDate[] } {
  const seen = pages.map((page) => ({
    ...page,
    words: withStackedDates(withSpacedMonths(page.words)),
  }));
  const year = yearOfDocument(
    seen.flatMap((page) => itemsOf(page, linesOf(page.words), false)),
    today,
  );
  let month: number | null = null;
  const readings: Reading[] = [];
  for (const page of seen) {
    readings.push(new Segmentation(page, year, watch).best(month));
    month = lastMonthIn(linesOf(page.words)) ?? month;
  }
  const items = readings
    .flatMap((reading) => reading.items)
    .map((item) => ({ ...item, cells: item.cells.map((cell) => cell.slice(0, MAX_CELL)) }));
  const events = inLikelyYears(items, year).slice(0, MAX_EVENTS);
  return {
    events: events.map(programmeEvent),
    texts: readings.map((reading, index) => textOf(reading, seen[index])),
    leftOver: leftOverDates(seen, events, year),
  };
}

/**
 * Dates that go back may go on in the next year, as from December to January, or begin another list
 * of the same one: weekdays tell, and that a programme is for a year at most.
 */
function inLikelyYears(items: readonly Item[], year: YearOfDocument): FoundEvent[] {
  const inOne = new ProgrammeReader(items, year, { carries: false }).events;
  const inTwo = new ProgrammeReader(items, year, { carries: true }).events;
  const differing = differingDays(inTwo) - differingDays(inOne);
  if (differing !== 0) return differing < 0 ? inTwo : inOne;
  const days = inTwo.map(({ start }) => start).toSorted((a, b) => Temporal.PlainDate.compare(a, b));
  const [first] = days;
  const last = days.at(-1);
  return first === undefined || last === undefined || last.since(first).days <= YEARS.mostDaysOfList
    ? inTwo
    : inOne;
}

function differingDays(events: readonly FoundEvent[]): number {
  return events.filter(({ weekday }) => weekday === "DIFFERS").length;
}

/** Line by line, cells divided by " | ", each part of the page by itself. */
function textOf({ parts }: Reading, page: Page | undefined): string {
  if (page === undefined) return "";
  return parts
    .flatMap((words) => itemsOf(page, linesOf(words), false))
    .map((item: Item) => item.cells.join(" | "))
    .join("\n")
    .slice(0, 30_000);
}

function programmeEvent(event: FoundEvent): ProgrammeEvent {
  return {
    title: event.title.slice(0, 200),
    location: event.location?.slice(0, 300) ?? null,
    description: event.description?.slice(0, 4_000) ?? null,
    page: event.page,
    hints: event.hints,
    start: event.start.toString(),
    end: event.end.toString(),
    startTime: clock(event.startTime),
    endTime: clock(event.endTime),
    uncertain: [...event.uncertain],
  };
}

function clock(time: FoundEvent["startTime"]): string | null {
  return time === null
    ? null
    : `${String(time.hour).padStart(2, "0")}:${String(time.minute).padStart(2, "0")}`;
}
