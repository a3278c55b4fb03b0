import { holds } from "#platform/server/http/principal.ts";
import {
  holdsTerms,
  oncePerSearch,
  rankOf,
  type SearchProvider,
  type SearchTerm,
  sqlTerms,
} from "#platform/server/search.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { MAX_PERIOD_DAYS } from "../../contract.ts";
import { calendarAccess } from "./access.ts";
import { ClubTime } from "../time/club-time.ts";
import { selectEventsById, selectSeriesById } from "../events/event-queries.ts";
import { type Occurrence, isSeries } from "../events/event-record.ts";
import { computedBeginnings, computedOccurrence, occurrenceOfRow } from "../events/occurrences.ts";
import { whenOf } from "./search-words.ts";
import { type FoundEvent, selectFoundEvents } from "./search-queries.ts";

const DAY_MS = 86_400_000;
const MOST_SWITCHED_OFF = 40;

const accessOf = oncePerSearch(({ tx, reader }) => calendarAccess(tx, reader));

/**
 * Readable calendars by name, and events in them by title and place: of a series the next
 * occurrence, what is to come before what was.
 */
export const eventSearch: SearchProvider = {
  type: "EVENT",
  label: "Termine",
  async search(request) {
    const { tx, reader, tenant, terms, limit } = request;
    if (!holds(reader, "QUERY_CALENDAR")) return [];
    const { calendars } = await accessOf(request);
    if (calendars.size === 0) return [];
    const time = ClubTime.in(tenant.timeZone);
    const now = Date.now();
    const named = [...calendars.values()]
      .filter(({ name }) => holdsTerms(name, terms))
      .slice(0, limit);
    const chosen = nextFirst(
      await selectFoundEvents(tx, [...calendars.keys()], sqlTerms(terms)),
      terms,
      now,
    ).slice(0, limit - named.length);
    const occurrences = await occurrencesOf(tx, chosen, now, time);
    const events = occurrences.map((occurrence) => ({
      id: occurrence.id,
      title: occurrence.row.title,
      subtitle: [
        occurrence.row.status === "CANCELLED" ? "abgesagt" : null,
        whenOf(occurrence, tenant.timeZone),
        occurrence.row.location,
        calendars.get(occurrence.row.calendar_id)?.name,
      ]
        .filter(Boolean)
        .join(" · "),
      route: `/calendars/events/${occurrence.id}`,
    }));
    return [
      ...named.map(({ id, name }) => ({
        type: "CALENDAR",
        id,
        title: name,
        subtitle: "Kalender",
        route: aloneAddress(id, [...calendars.keys()]),
      })),
      ...events,
    ];
  },
};

/**
 * The page of calendars with this one alone switched on; with all where switching off the others
 * makes too long an address.
 */
function aloneAddress(calendarId: string, readable: readonly string[]): string {
  const others = readable.filter((id) => id !== calendarId);
  return others.length === 0 || others.length > MOST_SWITCHED_OFF
    ? "/calendars"
    : `/calendars?${others.map((id) => `hidden=${id}`).join("&")}`;
}

/**
 * One row of each event, the best hits first; among equals what runs or comes next, then the
 * latest.
 */
function nextFirst(
  found: readonly FoundEvent[],
  terms: readonly SearchTerm[],
  now: number,
): FoundEvent[] {
  const weighed = found.map((event) => ({
    event,
    rank: rankOf({ title: event.title, rest: [event.location] }, terms),
    distance: distanceOf(event, now),
  }));
  weighed.sort((a, b) => a.rank - b.rank || a.distance - b.distance);
  const seen = new Set<string>();
  return weighed.flatMap(({ event }) =>
    seen.has(event.uid) ? [] : (seen.add(event.uid), [event]),
  );
}

/**
 * Milliseconds from now on; the past behind everything to come. A series that goes on comes next
 * within days, mostly.
 */
function distanceOf(
  { starts_at, ends_at, recurrence, series_ends_at }: FoundEvent,
  now: number,
): number {
  const start = starts_at.getTime();
  const end =
    recurrence !== null
      ? (series_ends_at?.getTime() ?? Number.POSITIVE_INFINITY)
      : ends_at.getTime();
  if (end < now) return 1e15 + (now - end);
  return recurrence !== null && start < now ? 7 * DAY_MS : Math.max(0, start - now);
}

/** The events as they happen next, in the order given. A series that is over stands as it began. */
async function occurrencesOf(
  tx: ReadTx,
  chosen: readonly FoundEvent[],
  now: number,
  time: ClubTime,
): Promise<Occurrence[]> {
  const idsOf = (wanted: boolean) =>
    chosen.filter(({ recurrence }) => (recurrence !== null) === wanted).map(({ id }) => id);
  const [singles, series] = await Promise.all([
    selectEventsById(tx, idsOf(false)),
    selectSeriesById(tx, idsOf(true)),
  ]);
  const occurrences = new Map<string, Occurrence>(
    singles.map((row) => [row.id, occurrenceOfRow(row, row.series_recurrence)]),
  );
  for (const row of series) {
    if (!isSeries(row)) continue;
    const [next] = computedBeginnings(
      row,
      now - (row.ends_at - row.starts_at),
      now + MAX_PERIOD_DAYS * DAY_MS,
      time,
    );
    occurrences.set(
      row.id,
      next === undefined
        ? occurrenceOfRow(row, row.recurrence)
        : computedOccurrence(row, next, time),
    );
  }
  return chosen.flatMap(({ id }) => occurrences.get(id) ?? []);
}
