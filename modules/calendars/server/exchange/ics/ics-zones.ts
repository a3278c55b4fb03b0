import ICAL from "ical.js";
import { findIana } from "windows-iana";
import type { IcsBlock } from "./ics-lines.ts";

/**
 * A time zone that a file names: by its international name, or only by the offsets the file gives.
 */
export type FileZone = { name: string } | { offsets: ICAL.Timezone } | null;

/** Makes the names of a file's time zones understood; the answer is null for an unknown one. */
export function zoneResolver(
  blocks: readonly IcsBlock[],
  clubZone: string,
): (tzid: string) => FileZone {
  const defined = new Map(blocks.flatMap((block) => definition(block)));
  const known = new Map<string, FileZone>();
  return (tzid) => {
    const name = tzid.trim().replace(/^"|"$/g, "");
    let zone = known.get(name);
    if (zone === undefined) {
      zone = resolve(name, defined.get(name), clubZone);
      known.set(name, zone);
    }
    return zone;
  };
}

/**
 * The moment that a wall-clock time means; in the gap of a clock change as RFC 5545 has it, an hour
 * later.
 */
export function momentIn(
  zone: { name: string } | { offsets: ICAL.Timezone },
  wall: Temporal.PlainDateTime,
): Temporal.Instant {
  if ("name" in zone) return wall.toZonedDateTime(zone.name).toInstant();
  const time = ICAL.Time.fromDateTimeString(wall.toString({ smallestUnit: "second" }));
  return wall
    .toZonedDateTime("UTC")
    .toInstant()
    .subtract({ seconds: zone.offsets.utcOffset(time) });
}

/** Whether clocks in both zones show the same around that time and in the years after it. */
export function sameClock(zone: string, other: string, from: Temporal.Instant): boolean {
  const start = from.toZonedDateTimeISO("UTC");
  return Array.from({ length: 40 }, (_, month) => start.add({ months: month }).toInstant()).every(
    (moment) =>
      moment.toZonedDateTimeISO(zone).offsetNanoseconds ===
      moment.toZonedDateTimeISO(other).offsetNanoseconds,
  );
}

function resolve(name: string, defined: ICAL.Timezone | undefined, clubZone: string): FileZone {
  const international = internationalName(name);
  if (international !== null) return { name: international };
  const windows = findIana(name);
  const [first] = windows;
  if (first !== undefined)
    return { name: windows.some((zone) => zone === clubZone) ? clubZone : first };
  if (defined === undefined) return null;
  return showsTheSame(defined, clubZone) ? { name: clubZone } : { offsets: defined };
}

/** `Europe/Berlin`, also at the end of a path as old Evolution and Mozilla files have it. */
function internationalName(name: string): string | null {
  const steps = name.split("/");
  for (const candidate of [name, steps.slice(-3).join("/"), steps.slice(-2).join("/")]) {
    // `+02:00` is no place.
    if (!/^[A-Za-z]/.test(candidate)) continue;
    try {
      return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(candidate).timeZoneId;
    } catch {
      // Not a name that the world's time zones know.
    }
  }
  return null;
}

function definition(block: IcsBlock): [string, ICAL.Timezone][] {
  if (block.name !== "VTIMEZONE" || !block.ended) return [];
  try {
    const component = new ICAL.Component(ICAL.parse(block.source.join("\r\n")) as unknown[]);
    const tzid = component.getFirstPropertyValue("tzid");
    return typeof tzid === "string"
      ? [[tzid.replace(/^"|"$/g, ""), new ICAL.Timezone({ component, tzid })]]
      : [];
  } catch {
    return [];
  }
}

function showsTheSame(zone: ICAL.Timezone, name: string): boolean {
  const start = Temporal.PlainDateTime.from("2020-01-15T12:00");
  return Array.from({ length: 120 }, (_, month) => start.add({ months: month })).every((wall) => {
    const offset = zone.utcOffset(
      ICAL.Time.fromDateTimeString(wall.toString({ smallestUnit: "second" })),
    );
    return offset * 1e9 === wall.toZonedDateTime(name).offsetNanoseconds;
  });
}
