import { dashboardContract } from "#modules/dashboard/contract.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import {
  type EventInvitation,
  invitationsContract as api,
} from "#modules/calendars/invitation-contract.ts";
import { seriesInvitationsContract as seriesApi } from "#modules/calendars/series-invitation-contract.ts";
import { aCalendar, anEvent, inDays } from "#modules/calendars/server/invitations/testing.ts";
import { attempt, type Club, type Kind, kind, reading } from "../testing.ts";
import { grantLists, type Groups, idOf } from "../people/testing.ts";

/** Organisers, the invited, and strangers of every sort. */
const PEOPLE = [
  "an administrator",
  "nobody",
  "another club's administrator",
  "a member",
  "QUERY_CALENDAR",
  "MANAGE_CALENDAR",
  "manages calendars",
  "an office",
  "in a group",
  "granted nothing",
  "granted reading",
  "granted writing",
];

interface InvitationTarget extends EventInvitation {
  name: string;
  eventId: string;
  publicId: string;
}

/** To events in every state, as organisers see them, as the invited do, and behind mailed links. */
export async function invitationKinds(club: Club, groups: Groups): Promise<Kind[]> {
  const records = await makeInvitations(club, groups);
  const { inSeries = [], byLink = [] } = Object.groupBy(records, ({ name }) =>
    name.startsWith("to a series") ? "inSeries" : "byLink",
  );
  return [
    organised(records),
    own(records),
    mailed(byLink),
    mailedSeries(inSeries, await seriesLinksOf(club, inSeries[0]?.eventId ?? "")),
  ];
}

async function makeInvitations(club: Club, groups: Groups): Promise<InvitationTarget[]> {
  const { app, admin } = club;
  const calendarId = await aCalendar(app, admin, grantLists(club, groups)["granted"]);
  const settings = { deadline: inDays(5), maximum: null };
  const events: [string, string][] = [];
  const make = async (name: string, more: object = {}) => {
    const { id } = await anEvent(app, admin, { calendarId, invitationSettings: settings, ...more });
    events.push([name, id]);
    return id;
  };
  await make("to an event");
  const cancelled = await make("to a cancelled event");
  const closed = await make("to an event after its deadline");
  const over = await make("to an event that is over");
  await make("to a series", { recurrence: "FREQ=DAILY;COUNT=5" });
  const userIds = [idOf(club, "a member"), idOf(club, "granted writing")];
  const guest = { name: "Gast", email: "gast@example.org" };
  const records: InvitationTarget[] = [];
  for (const [name, eventId] of events) {
    const input = {
      params: { id: eventId },
      body: { userIds, guests: name === "to an event" ? [guest] : [] },
    };
    const { body } = await app.call(api.invite, input, admin);
    for (const invitation of body) {
      const whom = invitation.user?.lastname ?? "a guest";
      const publicId = await publicIdOf(club, invitation.id);
      records.push({ ...invitation, name: `${name}, ${whom}`, eventId, publicId });
    }
  }
  await app.call(calendarsContract.cancelEvent, { params: { id: cancelled } }, admin);
  await club.sql("UPDATE event SET answer_deadline = now() - interval '1 day' WHERE id = $1", [
    closed,
  ]);
  await club.sql(
    "UPDATE event SET starts_at = now() - interval '2 day', ends_at = now() - interval '1 day', answer_deadline = NULL WHERE id = $1",
    [over],
  );
  return records;
}

async function publicIdOf(club: Club, id: string): Promise<string> {
  const [row] = await club.sql<{ public_id: string }>(
    "SELECT public_id FROM invitation WHERE id = $1",
    [id],
  );
  return row?.public_id ?? "";
}

function organised(records: InvitationTarget[]): Kind {
  const events = [...new Set(records.map(({ eventId }) => eventId))];
  return kind("invitations of an event", {
    schemas: [api.listEventInvitations.answer.shape.content.element],
    records,
    people: PEOPLE,
    readings: events.map((id) => reading(api.listEventInvitations, { params: { id } })),
    tries: ({ id: invitationId, eventId }) => {
      const params = { id: eventId, invitationId };
      return {
        ANSWER: [attempt(api.answerForInvited, { params, body: { state: "DECLINED" } })],
        DELETE: [attempt(api.deleteInvitation, { params })],
      };
    },
  });
}

function own(records: InvitationTarget[]): Kind {
  return kind("one's own invitations", {
    schemas: [api.searchMyInvitations.answer.shape.content.element],
    records,
    people: PEOPLE,
    readings: [
      reading(api.searchMyInvitations, { query: { state: "ALL", size: 200 } }),
      reading(dashboardContract.getOverview, {}),
    ],
    tries: ({ id }) => ({
      ANSWER: [attempt(api.answerInvitation, { params: { id }, query: { accept: "false" } })],
    }),
  });
}

async function seriesLinksOf(club: Club, seriesId: string): Promise<string[]> {
  const rows = await club.sql<{ public_id: string }>(
    "SELECT public_id FROM series_invitee WHERE series_id = $1",
    [seriesId],
  );
  return rows.map(({ public_id }) => public_id);
}

const answerByLink = ({ publicId }: InvitationTarget) => ({
  ANSWER: [
    attempt(api.answerPublicInvitation, { params: { publicId }, query: { accept: "false" } }),
  ],
});

function mailed(records: InvitationTarget[]): Kind {
  return kind("invitations behind a link", {
    schemas: [api.getPublicInvitation.answer],
    records,
    people: PEOPLE,
    readings: records.map(({ publicId }) =>
      reading(api.getPublicInvitation, { params: { publicId } }),
    ),
    tries: answerByLink,
  });
}

function mailedSeries(records: InvitationTarget[], links: string[]): Kind {
  return kind("invitations behind the link of a series", {
    schemas: [seriesApi.getPublicSeriesInvitation.answer.shape.invitations.element],
    records,
    people: PEOPLE,
    readings: links.map((publicId) =>
      reading(seriesApi.getPublicSeriesInvitation, { params: { publicId } }),
    ),
    tries: answerByLink,
  });
}
