import type { ClubTime } from "../../time/club-time.ts";
import type { IcsProperty } from "./ics-lines.ts";
import { type FileZone, momentIn } from "./ics-zones.ts";

/** A value of an event that can't be understood; the message is a German sentence. */
export class Unreadable extends Error {}

/** A day, or a moment with the zone it was given in (null: floating or UTC). */
export type When =
  | { day: Temporal.PlainDate }
  | { moment: Temporal.Instant; zone: "FLOATING" | "UTC" | FileZone; wall: Temporal.PlainDateTime };

const DAY = /^(\d{4})-?(\d\d)-?(\d\d)$/;
const MOMENT = /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?(Z)?$/i;

export interface Zones {
  club: ClubTime;
  resolve(tzid: string): FileZone;
}

/** Every day or moment that a property lists. */
export function whensOf(property: IcsProperty, zones: Zones): When[] {
  return property.raw
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .map((value) => whenOf(value.split("/")[0] ?? value, property, zones));
}

function whenOf(value: string, { name, number, parameters }: IcsProperty, zones: Zones): When {
  const complaint = (what: string) =>
    new Unreadable(`Zeile ${number}: ${name.toUpperCase()} „${value.slice(0, 60)}“ ${what}`);
  const [, year, month, day] = DAY.exec(value) ?? MOMENT.exec(value) ?? [];
  if (year === undefined) throw complaint("ist kein lesbares Datum.");
  const date = tried(() =>
    Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: "reject" },
    ),
  );
  if (date === undefined || date.year < 1800 || date.year > 2200)
    throw complaint("ist ein Datum, das es nicht gibt.");
  const [, , , , hour, minute, second, utc] = MOMENT.exec(value) ?? [];
  if (hour === undefined || parameters["value"]?.toUpperCase() === "DATE") return { day: date };
  const time = tried(() =>
    // 60 is a leap second, which no calendar has use for.
    Temporal.PlainTime.from(
      { hour: Number(hour), minute: Number(minute), second: Math.min(59, Number(second ?? 0)) },
      { overflow: "reject" },
    ),
  );
  if (time === undefined) throw complaint("ist eine Uhrzeit, die es nicht gibt.");
  const wall = date.toPlainDateTime(time);
  if (utc !== undefined)
    return { moment: wall.toZonedDateTime("UTC").toInstant(), zone: "UTC", wall };
  const { tzid } = parameters;
  if (tzid === undefined)
    return { moment: momentIn({ name: zones.club.timeZone }, wall), zone: "FLOATING", wall };
  const zone = zones.resolve(tzid);
  return { moment: momentIn(zone ?? { name: zones.club.timeZone }, wall), zone, wall };
}

/** DURATION as RFC 5545 writes it; negative ones are refused. */
export function durationOf({ raw, number }: IcsProperty): Temporal.Duration {
  const [whole, weeks, days, hours, minutes, seconds] =
    /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/i.exec(
      raw,
    ) ?? [];
  if (whole === undefined)
    throw new Unreadable(
      `Zeile ${number}: DURATION „${raw.slice(0, 60)}“ ist keine lesbare Dauer.`,
    );
  return Temporal.Duration.from({
    days: Number(weeks ?? 0) * 7 + Number(days ?? 0),
    hours: Number(hours ?? 0),
    minutes: Number(minutes ?? 0),
    seconds: Number(seconds ?? 0),
  });
}

function tried<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
