import type { EventDraft } from "../../../exchange-contract.ts";
import { descriptionOf, locationOf, newDraft, titleOf } from "../draft.ts";
import { withoutHtml } from "./html-text.ts";
import { type IcsBlock, type IcsProperty, propertyOf } from "./ics-lines.ts";
import { ruleOf } from "./ics-rule.ts";
import { durationOf, Unreadable, type When, whensOf, type Zones } from "./ics-values.ts";
import { sameClock } from "./ics-zones.ts";
import { dayEnd, dayOf, dayStart, writeMoment } from "../moments.ts";

/** One VEVENT: a draft, and what ties it to the other VEVENTs of its file. */
export interface IcsEvent {
  draft: EventDraft;
  start: When | null;
  /** Set for a changed occurrence of a series. */
  recurrenceId: When | null;
  exdates: When[];
  rdates: When[];
}

const WANTED = new Set(
  "summary dtstart dtend duration rrule rdate exdate recurrence-id uid sequence status location description url x-microsoft-cdo-alldayevent".split(
    " ",
  ),
);
const MAX_DAYS = 366;
const MAX_EXDATES = 2_000;

/** Reads a VEVENT. Never throws: what can't be read stands in the draft's problems. */
export function eventOf(block: IcsBlock, zones: Zones, method: string | null): IcsEvent {
  const properties = block.lines.flatMap((line) => propertyOf(line, WANTED) ?? []);
  const first = (name: string) => properties.find((property) => property.name === name);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const draft = newDraft({
    title: titleOf(first("summary")?.text ?? ""),
    location: locationOf(first("location")?.text ?? ""),
    description: descriptionOf(
      withDescribedUrl(withoutHtml(first("description")?.text ?? ""), first("url")?.raw),
    ),
    uid:
      first("uid")
        ?.raw.slice(0, 500)
        .replace(/[^\x20-\x7e\u00a0-\uffff]/g, "") || null,
    sequence: Math.min(2_000_000_000, Number(/^\d+/.exec(first("sequence")?.raw ?? "")?.[0] ?? 0)),
    status:
      method === "CANCEL" || first("status")?.raw.toUpperCase() === "CANCELLED"
        ? "CANCELLED"
        : "CONFIRMED",
    line: block.number,
  });
  if (!block.ended)
    draft.problems.push(`Der Termin ab Zeile ${block.number} bricht ab: END:VEVENT fehlt.`);
  if (draft.title === "") {
    draft.title = "Ohne Titel";
    draft.uncertainFields.push("title");
  }
  const event: IcsEvent = { draft, start: null, recurrenceId: null, exdates: [], rdates: [] };
  attempt(draft, () => {
    event.start = readTimes(
      draft,
      { start: first("dtstart"), end: first("dtend"), duration: first("duration") },
      isOutlookAllDay(first),
      zones,
      block.number,
    );
  });
  attempt(draft, () => readRule(draft, first("rrule"), event.start, zones));
  attempt(draft, () => {
    const recurrenceId = first("recurrence-id");
    if (recurrenceId === undefined) return;
    event.recurrenceId = whensOf(recurrenceId, zones)[0] ?? null;
    if (recurrenceId.parameters["range"] !== undefined) {
      throw new Unreadable(
        `Zeile ${recurrenceId.number}: Eine Änderung „ab hier“ (RANGE=THISANDFUTURE) lässt sich nicht übernehmen.`,
      );
    }
  });
  attempt(draft, () => {
    event.exdates = all("exdate").flatMap((property) => whensOf(property, zones));
    event.rdates = all("rdate").flatMap((property) => whensOf(property, zones));
    if (event.exdates.length > MAX_EXDATES || event.rdates.length > MAX_EXDATES)
      throw new Unreadable("Die Serie hat zu viele ausgenommene Termine.");
  });
  return event;
}

function attempt(draft: EventDraft, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    draft.problems.push(error.message);
  }
}

function withDescribedUrl(description: string, url: string | undefined): string {
  return url === undefined || !/^https?:\/\//i.test(url) || description.includes(url)
    ? description
    : `${description}\n\n${url}`;
}

/** Outlook may write a whole day as midnight to midnight. */
function isOutlookAllDay(first: (name: string) => IcsProperty | undefined): boolean {
  return first("x-microsoft-cdo-alldayevent")?.raw.toUpperCase() === "TRUE";
}

interface Times {
  start: IcsProperty | undefined;
  end: IcsProperty | undefined;
  duration: IcsProperty | undefined;
}

function readTimes(
  draft: EventDraft,
  times: Times,
  outlookAllDay: boolean,
  zones: Zones,
  line: number,
): When {
  if (times.start === undefined)
    throw new Unreadable(`Der Termin ab Zeile ${line} hat keinen Beginn (DTSTART).`);
  let start = onlyOne(times.start, zones);
  let end = times.end === undefined ? null : onlyOne(times.end, zones);
  if (
    outlookAllDay &&
    !("day" in start) &&
    isMidnight(start.wall) &&
    (end === null || "day" in end || isMidnight(end.wall))
  ) {
    start = { day: start.wall.toPlainDate() };
    end = end === null || "day" in end ? end : { day: end.wall.toPlainDate() };
  }
  if ("day" in start) {
    const given =
      end ??
      (times.duration === undefined
        ? null
        : {
            day: start.day.add({
              days: Math.ceil(durationOf(times.duration).total({ unit: "days" })),
            }),
          });
    const after =
      given === null
        ? start.day.add({ days: 1 })
        : "day" in given
          ? given.day
          : dayOf(given.moment, zones.club);
    const last =
      Temporal.PlainDate.compare(after, start.day) > 0 ? after.subtract({ days: 1 }) : start.day;
    draft.allDay = true;
    draft.startDateTime = dayStart(start.day, zones.club);
    draft.endDateTime = dayEnd(last, zones.club);
    if (start.day.until(last).days >= MAX_DAYS)
      throw new Unreadable(`Der Termin ab Zeile ${line} dauert länger als ein Jahr.`);
    return start;
  }
  draft.startDateTime = writeMoment(start.moment, zones.club);
  const ends =
    end !== null
      ? momentOf(end, zones.club.timeZone)
      : times.duration === undefined
        ? null
        : afterDuration(start.moment, durationOf(times.duration), zones.club.timeZone);
  if (ends !== null && Temporal.Instant.compare(ends, start.moment) < 0)
    throw new Unreadable(`Der Termin ab Zeile ${line} endet, bevor er beginnt.`);
  if (
    ends !== null &&
    start.moment
      .until(ends)
      .total({ unit: "days", relativeTo: Temporal.ZonedDateTime.from("2026-01-01T00:00[UTC]") }) >
      MAX_DAYS
  ) {
    throw new Unreadable(`Der Termin ab Zeile ${line} dauert länger als ein Jahr.`);
  }
  draft.endDateTime =
    ends === null || ends.equals(start.moment) ? null : writeMoment(ends, zones.club);
  if (start.zone === null) {
    draft.uncertainFields.push("startDateTime", "endDateTime");
    draft.hints.push(
      `Die Zeitzone „${(times.start.parameters["tzid"] ?? "").slice(0, 60)}“ ist unbekannt; die Uhrzeit wurde als Ortszeit gelesen.`,
    );
  }
  return start;
}

function onlyOne(property: IcsProperty, zones: Zones): When {
  const [when] = whensOf(property, zones);
  if (when === undefined)
    throw new Unreadable(`Zeile ${property.number}: ${property.name.toUpperCase()} ist leer.`);
  return when;
}

function isMidnight(wall: Temporal.PlainDateTime): boolean {
  return wall.hour === 0 && wall.minute === 0 && wall.second === 0;
}

function momentOf(when: When, clubZone: string): Temporal.Instant {
  return "day" in when ? when.day.toZonedDateTime(clubZone).toInstant() : when.moment;
}

/** Days of a duration follow the calendar, hours the clock. */
function afterDuration(
  start: Temporal.Instant,
  duration: Temporal.Duration,
  clubZone: string,
): Temporal.Instant {
  return start.toZonedDateTimeISO(clubZone).add(duration).toInstant();
}

function readRule(
  draft: EventDraft,
  rule: IcsProperty | undefined,
  start: When | null,
  zones: Zones,
): void {
  if (rule === undefined || start === null) return;
  draft.recurrence = ruleOf(rule, start, zones.club);
  if ("day" in start || start.zone === "FLOATING" || start.zone === null) return;
  const { moment, zone, wall } = start;
  if (
    zone !== "UTC" &&
    "name" in zone &&
    (zone.name === zones.club.timeZone || sameClock(zone.name, zones.club.timeZone, moment))
  )
    return;
  const local = moment.toZonedDateTimeISO(zones.club.timeZone);
  draft.uncertainFields.push("recurrence");
  if (local.toPlainDate().equals(wall.toPlainDate())) {
    const clock = local.toPlainTime().toString({ smallestUnit: "minute" });
    draft.hints.push(
      `Die Serie ist in einer anderen Zeitzone angegeben; sie wird jedes Mal um ${clock} Uhr Ortszeit beginnen.`,
    );
  } else {
    throw new Unreadable(
      `Zeile ${rule.number}: Die Serie ist in einer anderen Zeitzone angegeben und fällt hier auf andere Tage.`,
    );
  }
}
