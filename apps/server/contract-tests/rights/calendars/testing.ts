import { dashboardContract } from "#modules/dashboard/contract.ts";
import {
  type Calendar,
  calendarsContract as api,
  type Event,
} from "#modules/calendars/contract.ts";
import { exchangeContract } from "#modules/calendars/exchange-contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { anEvent, inDays } from "#modules/calendars/server/invitations/testing.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { attempt, type Club, type Kind, kind, reading, type Target } from "../testing.ts";
import { grantLists, type Groups } from "../people/testing.ts";

interface CalendarTarget extends Calendar {
  written: GrantLine[];
}

export async function calendarKinds(club: Club, groups: Groups): Promise<Kind[]> {
  const calendars = await makeCalendars(club, groups);
  return [calendarKind(calendars), await eventKind(club, calendars)];
}

async function makeCalendars({ app, admin, ...club }: Club, groups: Groups) {
  const calendars: CalendarTarget[] = [];
  for (const [name, grants] of Object.entries(grantLists({ app, admin, ...club }, groups))) {
    const { body } = await app.call(api.createCalendar, { body: { name, grants } }, admin);
    calendars.push({ ...body, written: grants });
  }
  return calendars;
}

function calendarKind(records: CalendarTarget[]): Kind {
  return kind("calendars", {
    schemas: [api.getCalendar.answer],
    records,
    readings: [
      reading(api.searchCalendars, {}),
      ...records.map(({ id }) => reading(api.getCalendar, { params: { id } })),
    ],
    tries: ({ id, name, color, written: grants, version }) => {
      const params = { id };
      return {
        ADD_EVENT: [
          attempt(api.createEvent, { params, body: TODAY }),
          attempt(exchangeContract.saveEventList, { params, body: [TODAY] }),
        ],
        EDIT: [
          attempt(api.updateCalendar, { params, body: { name, color, grants, version } }),
          attempt(api.renewIcs, { params }),
        ],
        DELETE: [attempt(api.deleteCalendar, { params })],
      };
    },
  });
}

const day = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(new Date());
const [y = 0, m = 0, d = 0] = day.split("-").map(Number);
/** Of today, so that every list of events shows it. */
const TODAY = {
  title: "Sommerfest",
  allDay: true,
  startDateTime: `${day}T12:00:00+01:00`,
  endDateTime: `${day}T12:00:00+01:00`,
};

async function eventKind(club: Club, calendars: CalendarTarget[]): Promise<Kind> {
  const records = await makeEvents(club, calendars);
  const period = { from: inDays(-2), to: inDays(3) };
  return kind("events", {
    schemas: [api.getEvent.answer],
    records,
    readings: [
      ...records.map(({ id }) => reading(api.getEvent, { params: { id } })),
      ...calendars.flatMap(({ id }) => [
        reading(api.listYear, { params: { id } }),
        reading(api.listYearOf, { params: { id, y } }),
        reading(api.listMonth, { params: { id, y, m } }),
        reading(api.listDay, { params: { id, y, m, d } }),
        reading(api.listPeriod, { params: { id }, query: period }),
      ]),
      reading(api.searchEvents, { query: period }),
      reading(api.listUpcoming, { query: { size: 200 } }),
      reading(dashboardContract.getOverview, {}),
    ],
    tries: ({ id, title, startDateTime, endDateTime, allDay, status, version }) => {
      const params = { id };
      const body = { title: `${title} neu`, startDateTime, endDateTime, allDay, version };
      return {
        EDIT: [attempt(api.updateEvent, { params, body })],
        DELETE: [attempt(api.deleteEvent, { params })],
        // A second time is answered as the first one, and changes nothing.
        CANCEL: [attempt(api.cancelEvent, { params }, (after) => after.status !== status)],
        REINSTATE: [attempt(api.reinstateEvent, { params }, (after) => after.status !== status)],
        INVITE: [
          attempt(invitationsContract.invite, {
            params,
            body: { guests: [{ name: "Gast", email: "gast@example.org" }] },
          }),
        ],
      };
    },
  });
}

/** In each calendar one; in the one with grants also cancelled ones and those of a series. */
async function makeEvents(
  { app, admin }: Club,
  calendars: CalendarTarget[],
): Promise<(Event & Target)[]> {
  const events: (Event & Target)[] = [];
  for (const { id: calendarId, name } of calendars)
    events.push({ ...(await anEvent(app, admin, { calendarId, ...TODAY })), name });
  const calendarId = calendars.find(({ name }) => name === "granted")?.id ?? "";
  const cancelled = await anEvent(app, admin, { calendarId, ...TODAY, title: "Abgesagt" });
  const params = { id: cancelled.id };
  const { body } = await app.call(api.cancelEvent, { params }, admin);
  const series = await anEvent(app, admin, { calendarId, ...TODAY, recurrence: "FREQ=DAILY" });
  const { body: today } = await app.call(
    api.listDay,
    { params: { id: calendarId, y, m, d } },
    admin,
  );
  const occurrence = today.find(({ occurrenceOf }) => occurrenceOf === series.id);
  if (occurrence === undefined) throw new Error("a series without an occurrence today");
  return [
    ...events,
    { ...body, name: "cancelled" },
    { ...series, name: "series" },
    { ...occurrence, name: "occurrence" },
  ];
}
