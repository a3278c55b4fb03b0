import type { DRAFT_FIELDS } from "#modules/calendars/exchange-contract.ts";
import type { FoundEvent } from "./events/found-event.ts";
import { itemsOf } from "./layout/items.ts";
import type { Page } from "./documents/pages.ts";
import { ProgrammeReader } from "./events/read-items.ts";

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
 * The events of a programme, in the order of the document. `today` helps where no year is written.
 */
export function readProgramme(pages: readonly Page[], today: Temporal.PlainDate): ProgrammeEvent[] {
  const items = pages
    .flatMap(itemsOf)
    .map((item) => ({ ...item, cells: item.cells.map((cell) => cell.slice(0, MAX_CELL)) }));
  return new ProgrammeReader(items, today).events.slice(0, MAX_EVENTS).map((event) => ({
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
  }));
}

/**
 * What is written on a page, for a reader that knows no places: line by line, cells divided by " |
 * ".
 */
export function pageText(page: Page): string {
  return itemsOf(page)
    .map((item) => item.cells.join(" | "))
    .join("\n")
    .slice(0, 30_000);
}

function clock(time: FoundEvent["startTime"]): string | null {
  return time === null
    ? null
    : `${String(time.hour).padStart(2, "0")}:${String(time.minute).padStart(2, "0")}`;
}
