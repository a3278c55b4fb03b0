import { type EventDraft, MAX_IMPORTED_EVENTS } from "../../../exchange-contract.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { newDraft } from "../draft.ts";
import { eventOf, type IcsEvent } from "./ics-event.ts";
import { blocksOf, unfold } from "./ics-lines.ts";
import type { When } from "./ics-values.ts";
import { zoneResolver } from "./ics-zones.ts";
import { dayOf, dayStart, writeMoment } from "../moments.ts";
import { Refused } from "../refused.ts";

/**
 * Reads a calendar file (RFC 5545, and what Google, Outlook and Apple make of it) into drafts, each
 * series one draft with its exceptions. Unreadable events come as drafts with problems; a file that
 * is none is refused.
 */
export function readIcs(content: string, time: ClubTime): EventDraft[] {
  if (!/^\s*BEGIN:VCALENDAR\s*$/im.test(content.slice(0, 10_000)))
    throw new Refused("Das ist keine Kalenderdatei (BEGIN:VCALENDAR fehlt).");
  const { blocks, method } = blocksOf(unfold(content));
  const events = blocks.filter((block) => block.name === "VEVENT");
  if (events.length === 0) throw new Refused("Die Datei enthält keine Termine.");
  if (events.length > MAX_IMPORTED_EVENTS) {
    throw new Refused(
      `Die Datei enthält ${events.length.toLocaleString("de")} Termine; höchstens ${MAX_IMPORTED_EVENTS.toLocaleString("de")} sind auf einmal möglich.`,
    );
  }
  const zones = { club: time, resolve: zoneResolver(blocks, time.timeZone) };
  return joinSeries(
    events.map((block) => eventOf(block, zones, method)),
    time,
  );
}

/** Brings the events of a file together by their UID: changed occurrences join their series. */
function joinSeries(events: readonly IcsEvent[], time: ClubTime): EventDraft[] {
  const masters = new Map<string, IcsEvent>();
  const drafts: EventDraft[] = [];
  for (const event of events) {
    const { draft, recurrenceId } = event;
    if (recurrenceId !== null && draft.uid !== null) continue;
    const twin = draft.uid === null ? undefined : masters.get(draft.uid);
    if (twin === undefined || draft.uid === null) {
      if (draft.uid !== null) masters.set(draft.uid, event);
      drafts.push(draft);
    } else if (twin.draft.startDateTime === draft.startDateTime || draft.startDateTime === null) {
      if (draft.sequence < twin.draft.sequence || draft.startDateTime === null) continue;
      drafts.splice(drafts.indexOf(twin.draft), 1, draft);
      masters.set(draft.uid, event);
    } else {
      // Some programs give all their events one name.
      draft.uid = ownUid(draft.uid, draft.startDateTime);
      masters.set(draft.uid, event);
      drafts.push(draft);
    }
  }
  for (const event of masters.values()) addExdates(event, time);
  for (const event of events) {
    if (event.recurrenceId === null || event.draft.uid === null) continue;
    const master = masters.get(event.draft.uid);
    if (master === undefined || master.draft.recurrence === null) drafts.push(alone(event, time));
    else addException(master, event, time);
  }
  for (const master of masters.values()) drafts.push(...extraOccurrences(master, time));
  return drafts.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function ownUid(uid: string, start: string): string {
  return `${uid}-${start.replace(/[-:]|[+]\d\d:\d\d$/g, "")}`.slice(-500);
}

/** The moment an occurrence is named by; a mere day means the occurrence of that day. */
function original(when: When, master: IcsEvent, time: ClubTime): string {
  const { start } = master;
  if ("day" in when) {
    if (start === null || "day" in start) return dayStart(when.day, time);
    const plainTime = start.moment.toZonedDateTimeISO(time.timeZone).toPlainTime();
    return writeMoment(
      when.day.toZonedDateTime({ timeZone: time.timeZone, plainTime }).toInstant(),
      time,
    );
  }
  if (start !== null && "day" in start) return dayStart(dayOf(when.moment, time), time);
  return writeMoment(when.moment, time);
}

function addExdates(event: IcsEvent, time: ClubTime): void {
  if (event.draft.recurrence !== null)
    event.draft.exdates = [...new Set(event.exdates.map((when) => original(when, event, time)))];
}

function addException(master: IcsEvent, event: IcsEvent, time: ClubTime): void {
  const { draft, recurrenceId } = event;
  if (recurrenceId === null) return;
  const recurrenceStart = original(recurrenceId, master, time);
  if (draft.problems.length > 0 || draft.startDateTime === null) {
    master.draft.problems.push(
      ...(draft.problems.length > 0
        ? draft.problems
        : ["Ein geänderter Termin der Serie ist nicht lesbar."]),
    );
    return;
  }
  const { title, description, location, startDateTime, endDateTime, allDay, status } = draft;
  master.draft.exceptions = [
    ...master.draft.exceptions.filter((known) => known.recurrenceStart !== recurrenceStart),
    { recurrenceStart, title, description, location, startDateTime, endDateTime, allDay, status },
  ];
  master.draft.sequence = Math.max(master.draft.sequence, draft.sequence);
}

/** A changed occurrence whose series is not in the file. */
function alone(event: IcsEvent, time: ClubTime): EventDraft {
  const { draft, recurrenceId } = event;
  if (recurrenceId === null || draft.uid === null) return draft;
  return newDraft({
    ...draft,
    uid: ownUid(draft.uid, original(recurrenceId, event, time)),
    recurrence: null,
  });
}

/** RDATE: occurrences beside the rule become events of their own. */
function extraOccurrences(
  { draft, start, rdates, ...rest }: IcsEvent,
  time: ClubTime,
): EventDraft[] {
  if (start === null || draft.startDateTime === null || draft.uid === null) return [];
  const { uid, startDateTime, endDateTime } = draft;
  const length =
    endDateTime === null
      ? null
      : Temporal.Instant.from(startDateTime).until(Temporal.Instant.from(endDateTime));
  return rdates
    .map((when) => original(when, { draft, start, rdates, ...rest }, time))
    .filter((beginning) => beginning !== startDateTime)
    .map((beginning) =>
      newDraft({
        ...draft,
        uid: ownUid(uid, beginning),
        startDateTime: beginning,
        endDateTime:
          length === null ? null : writeMoment(Temporal.Instant.from(beginning).add(length), time),
        recurrence: null,
        exdates: [],
        exceptions: [],
      }),
    );
}
