import { searchText } from "#platform/contract/fold.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { EventDraft, EventReference } from "../../exchange-contract.ts";
import type { CalendarRow } from "../calendars/calendar-queries.ts";
import type { ClubTime } from "../time/club-time.ts";
import { selectEventsById } from "../events/event-queries.ts";
import { selectEventsBetween } from "../events/period-queries.ts";
import type { EventRow, Occurrence } from "../events/event-record.ts";
import { occurrenceOfRow, occurrencesBetween } from "../events/occurrences.ts";
import { shownEnd } from "../events/presenters.ts";
import { selectIdsByStart, selectIdsByUid } from "./queries.ts";

const DAY_MS = 86_400_000;
/** Clashes are looked for in this time around today; others do not matter. */
const PAST_MS = 400 * DAY_MS;
const FUTURE_MS = 3 * 366 * DAY_MS;
const MAX_CLASHES = 5;
/** Days of one long draft that are looked at. */
const MAX_DAYS = 62;

/** Whose events count: the calendars that the reader may see, or the one chosen. */
export interface KnownCalendars {
  calendars: ReadonlyMap<string, CalendarRow>;
  time: ClubTime;
  now: number;
}

/**
 * Fills in which drafts are in the calendars already (same UID, or same title and beginning) and
 * which events they clash with (at the same time; of whole days only with others of whole days).
 * Series are compared by their beginning.
 */
export async function markDuplicates(
  tx: ReadTx,
  drafts: readonly EventDraft[],
  known: KnownCalendars,
): Promise<EventDraft[]> {
  const calendarIds = [...known.calendars.keys()];
  if (calendarIds.length === 0 || drafts.length === 0) return [...drafts];
  const byUid = await eventsByUid(tx, drafts, calendarIds);
  const byStart = await eventsByStart(tx, drafts, calendarIds);
  const days = await occurrencesByDay(tx, drafts, calendarIds, known);
  return drafts.map((draft) => {
    if (draft.startDateTime === null) return draft;
    const span = spanOf(draft);
    const near = dayNumbers(span).flatMap((day) => days.get(day) ?? []);
    const same =
      (draft.uid === null ? undefined : byUid.get(draft.uid)) ??
      near.find((other) => isSame(draft, other)) ??
      byStart.find((other) => isSame(draft, other));
    const clashes = [...new Set(near)].filter(
      (other) =>
        other !== same &&
        other.id !== same?.id &&
        !isSame(draft, other) &&
        overlaps(draft, span, other),
    );
    const atPlace = (other: Occurrence) =>
      Number(place(other.row.location) !== place(draft.location));
    return {
      ...draft,
      duplicateOf: same === undefined ? null : reference(same, known),
      clashesWith:
        draft.status === "CANCELLED"
          ? []
          : clashes
              .toSorted((a, b) => atPlace(a) - atPlace(b) || a.starts_at - b.starts_at)
              .slice(0, MAX_CLASHES)
              .map((other) => reference(other, known)),
    };
  });
}

interface Span {
  start: number;
  /** Exclusive. */
  end: number;
}

function spanOf({ startDateTime, endDateTime, allDay }: EventDraft): Span {
  const start = Date.parse(startDateTime ?? "");
  const end = endDateTime === null ? start : Date.parse(endDateTime) + (allDay ? 1_000 : 0);
  return { start, end: Math.max(end, start + 1) };
}

function dayNumbers({ start, end }: Span): number[] {
  const first = Math.floor(start / DAY_MS);
  const last = Math.min(Math.floor((end - 1) / DAY_MS), first + MAX_DAYS);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function isSame(draft: EventDraft, other: Occurrence): boolean {
  return (
    other.starts_at === Date.parse(draft.startDateTime ?? "") &&
    searchText([other.row.title]) === searchText([draft.title])
  );
}

function overlaps(draft: EventDraft, { start, end }: Span, other: Occurrence): boolean {
  return (
    other.row.status !== "CANCELLED" &&
    other.all_day === draft.allDay &&
    other.starts_at < end &&
    Math.max(other.ends_at, other.starts_at + 1) > start
  );
}

/** No place is no other place: it may be the same. */
function place(location: string | null): string {
  return location === null ? "" : searchText([location]);
}

function reference(occurrence: Occurrence, { calendars, time }: KnownCalendars): EventReference {
  const calendar = calendars.get(occurrence.row.calendar_id);
  if (calendar === undefined) throw new Error("an event outside of the calendars that were asked");
  return {
    id: occurrence.id,
    title: occurrence.row.title,
    location: occurrence.row.location,
    startDateTime: time.toIso(occurrence.starts_at),
    endDateTime: shownEnd(occurrence, time),
    allDay: occurrence.all_day,
    calendar: { id: calendar.id, name: calendar.name, color: calendar.color },
  };
}

async function eventsByUid(
  tx: ReadTx,
  drafts: readonly EventDraft[],
  calendarIds: readonly string[],
): Promise<Map<string, Occurrence>> {
  const uids = drafts.flatMap(({ uid }) => uid ?? []);
  if (uids.length === 0) return new Map();
  return new Map(
    (await occurrences(tx, await selectIdsByUid(tx, calendarIds, uids))).map((occurrence) => [
      occurrence.row.uid,
      occurrence,
    ]),
  );
}

async function eventsByStart(
  tx: ReadTx,
  drafts: readonly EventDraft[],
  calendarIds: readonly string[],
): Promise<Occurrence[]> {
  const starts = drafts.flatMap(({ startDateTime }) =>
    startDateTime === null ? [] : [Date.parse(startDateTime)],
  );
  return occurrences(tx, await selectIdsByStart(tx, calendarIds, [...new Set(starts)]));
}

async function occurrences(tx: ReadTx, ids: readonly string[]): Promise<Occurrence[]> {
  if (ids.length === 0) return [];
  return (await selectEventsById(tx, ids)).map((row: EventRow) => occurrenceOfRow(row, null));
}

async function occurrencesByDay(
  tx: ReadTx,
  drafts: readonly EventDraft[],
  calendarIds: readonly string[],
  { time, now }: KnownCalendars,
): Promise<Map<number, Occurrence[]>> {
  const spans = drafts
    .flatMap((draft) => (draft.startDateTime === null ? [] : [spanOf(draft)]))
    .filter(({ start, end }) => end > now - PAST_MS && start < now + FUTURE_MS);
  const days = new Map<number, Occurrence[]>(spans.flatMap(dayNumbers).map((day) => [day, []]));
  if (days.size === 0) return days;
  const from = Math.max(now - PAST_MS, Math.min(...spans.map(({ start }) => start)));
  const to = Math.min(now + FUTURE_MS, Math.max(...spans.map(({ end }) => end)));
  for (const occurrence of occurrencesBetween(
    await selectEventsBetween(tx, calendarIds, from, to),
    from,
    to,
    time,
  )) {
    for (const day of dayNumbers({
      start: occurrence.starts_at,
      end: Math.max(occurrence.ends_at, occurrence.starts_at + 1),
    }))
      days.get(day)?.push(occurrence);
  }
  return days;
}
