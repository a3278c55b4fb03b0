import {
  cancelEvent,
  ClubTime,
  createCalendar,
  createEvent,
} from "#modules/calendars/server/public.ts";
import { calendarCreate, eventCreate } from "#modules/calendars/contract.ts";
import { clubDay } from "#modules/members/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { clubEvents } from "./club-events.ts";
import { boardEvents, footballEvents, gymnasticsEvents } from "./team-events.ts";
import type { DemoEvent } from "./demo-event.ts";

const TIME_ZONE = "Europe/Berlin";

interface Club {
  groupIds: ReadonlyMap<string, string>;
  /** By the address of the demo's logins. */
  memberIds: ReadonlyMap<string, string>;
}

/** An event as it stands in the database. */
export interface FilledEvent {
  id: string;
  title: string;
  day: Temporal.PlainDate;
  places: number | undefined;
}

/** Four calendars in the four colours, with what a club does in a year, before and after today. */
export async function fillCalendars(
  tx: WriteTx,
  { groupIds, memberIds }: Club,
  today: Date,
): Promise<FilledEvent[]> {
  const day = Temporal.PlainDate.from(clubDay(TIME_ZONE, today));
  const everybody = { subject: "ALL", access: "READ" };
  const board = { subject: "GROUP", id: groupIds.get("Vorstand"), access: "WRITE" };
  const trainer = { subject: "USER", id: memberIds.get("trainer@demo.example"), access: "WRITE" };
  return [
    ...(await fill(tx, "Vereinstermine", "GREEN", [everybody, board], clubEvents(day))),
    ...(await fill(tx, "Fußball", "BLUE", [everybody, trainer], footballEvents(day))),
    ...(await fill(tx, "Turnen und Leichtathletik", "YELLOW", [everybody], gymnasticsEvents(day))),
    ...(await fill(tx, "Vorstand", "RED", [board], boardEvents(day))),
  ];
}

async function fill(
  tx: WriteTx,
  name: string,
  color: string,
  grants: object[],
  events: readonly DemoEvent[],
): Promise<FilledEvent[]> {
  const filled: FilledEvent[] = [];
  const time = ClubTime.in(TIME_ZONE);
  const calendarId = await createCalendar(tx, calendarCreate.parse({ name, color, grants }));
  for (const {
    title,
    day,
    from,
    to,
    lastDay,
    meet,
    without,
    cancelled,
    places,
    ...event
  } of events) {
    const iso = (date: Temporal.PlainDate, clock: string) =>
      date
        .toZonedDateTime({ timeZone: TIME_ZONE, plainTime: clock })
        .toString({ timeZoneName: "never" });
    const input = eventCreate.parse({
      ...event,
      title,
      startDateTime: iso(day, from ?? "00:00"),
      endDateTime: iso(lastDay ?? day, to ?? "23:59"),
      allDay: from === undefined,
      meetAt: meet === undefined ? null : iso(day, meet),
      exdates: (without ?? []).map((left) => iso(left, from ?? "00:00")),
      invitationSettings:
        places === undefined
          ? null
          : {
              maximum: places,
              deadline: iso(day.subtract({ days: 2 }), "20:00"),
              allowComment: true,
              allowCompanions: false,
            },
    });
    const id = await createEvent(tx, calendarId, input, time);
    if (cancelled === true) await cancelEvent(tx, id, time);
    else filled.push({ id, title, day, places });
  }
  return filled;
}
