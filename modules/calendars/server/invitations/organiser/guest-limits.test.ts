import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { calendarsContract } from "../../../contract.ts";
import { invitationsContract as api } from "../../../invitation-contract.ts";
import { ClubTime } from "../../time/club-time.ts";
import { eraseGuests } from "../cleanup.ts";
import { aCalendar, anEvent, inDays, mailbox, overview, sql } from "../testing.ts";

/** How many guests an organiser may invite: to one event, and on one day. */

let app: TestApp;
let admin: TestUser;
let clubs = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

/** A club of its own with these limits. */
async function aClub(limits: { guestsPerEvent?: number; guestsPerDay?: number } = {}) {
  admin = await app.user(await app.tenant(`club-${++clubs}`), { isAdmin: true });
  await limit(limits);
}

async function limit(limits: { guestsPerEvent?: number; guestsPerDay?: number }) {
  const { displayName, accentColor, timeZone, trashDays, guestsPerEvent, guestsPerDay, version } = (
    await app.call(tenantsContract.getTenant, {}, admin)
  ).body;
  const body = {
    ...{ displayName, accentColor, timeZone, trashDays, guestsPerEvent, guestsPerDay, version },
    ...limits,
  };
  const { status } = await app.call(tenantsContract.updateTenant, { body }, admin);
  expect(status).toBe(200);
}

const guests = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    name: `Gast ${from + index}`,
    email: `gast${from + index}@example.org`,
  }));

type Scope = { scope?: "ONE" | "ALL" };

const invite = (id: string, body: object, who = admin, query: Scope = {}) =>
  app.call(api.invite, { params: { id }, query, body }, who);

async function tried(id: string, from: number, to: number, who = admin, query: Scope = {}) {
  const { status, body } = await invite(id, { guests: guests(from, to) }, who, query);
  return status === 201 ? body.length : [status, (body as unknown as { code: string }).code];
}

const guestsOf = async (id: string) =>
  (await overview(app, admin, id)).content.filter(({ guest }) => guest !== null).length;

const TOO_MANY = [422, "TOO_MANY_GUESTS"];
const TOMORROW = [429, "GUESTS_PER_DAY"];

/** Another member who may write to everybody and in every calendar. */
const anotherOrganiser = () => app.user(admin.tenant, { isAdmin: true });

const aSeries = async () =>
  anEvent(app, admin, {
    calendarId: await aCalendar(app, admin),
    startDateTime: inDays(3),
    endDateTime: inDays(3.08),
    recurrence: "FREQ=WEEKLY",
  });

async function occurrencesOf(calendarId: string) {
  const query = { from: inDays(0), to: inDays(120) };
  const { body } = await app.call(
    calendarsContract.listPeriod,
    { params: { id: calendarId }, query },
    admin,
  );
  return body.map(({ id }) => id);
}

describe("to one event", () => {
  test("a club that has decided nothing invites 200 guests, and the 201st is refused", async () => {
    await aClub();
    const { id } = await anEvent(app, admin);
    expect(await tried(id, 1, 200)).toBe(200);
    const other = await anotherOrganiser();
    const answer = await invite(id, { guests: guests(201, 201) }, other);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: "TOO_MANY_GUESTS",
        errors: [
          {
            path: "guests",
            code: "TOO_MANY_GUESTS",
            message:
              "Zu viele Gäste für einen Termin: höchstens 200, eingeladen sind schon 200. Die Grenze steht in den Einstellungen des Vereins.",
          },
        ],
      },
    });
    expect((await overview(app, admin, id)).totalElements).toBe(200);
  });

  test("nothing of a refused call is written or mailed, its members neither", async () => {
    await aClub({ guestsPerEvent: 3 });
    const mails = mailbox(app);
    const anna = await app.user(admin.tenant, { email: "anna@example.org" });
    const { id } = await anEvent(app, admin);
    await mails();
    const answer = await invite(id, { userIds: [anna.id], guests: guests(1, 4) });
    expect(answer.status).toBe(422);
    expect((await overview(app, admin, id)).totalElements).toBe(0);
    expect(await mails()).toEqual([]);
  });

  test("who is invited already counts once, members never", async () => {
    await aClub({ guestsPerEvent: 3 });
    const { id } = await anEvent(app, admin);
    expect(await tried(id, 1, 2)).toBe(2);
    expect(await tried(id, 1, 3)).toBe(1);
    expect(await tried(id, 1, 3)).toBe(0);
    expect((await invite(id, { userIds: [admin.id] })).status).toBe(201);
    expect(await tried(id, 4, 4)).toEqual(TOO_MANY);
  });

  test("an event with more guests than a later limit takes members, but no guest", async () => {
    await aClub();
    const { id } = await anEvent(app, admin);
    expect(await tried(id, 1, 3)).toBe(3);
    await limit({ guestsPerEvent: 2 });
    expect((await invite(id, { userIds: [admin.id], guests: guests(1, 3) })).status).toBe(201);
    expect(await tried(id, 4, 4)).toEqual(TOO_MANY);
  });

  test("two organisers at once stay within it together", async () => {
    await aClub({ guestsPerEvent: 5 });
    const other = await anotherOrganiser();
    const { id } = await anEvent(app, admin);
    const both = await Promise.all([tried(id, 1, 3), tried(id, 4, 6, other)]);
    expect(both).toContainEqual(3);
    expect(both).toContainEqual(TOO_MANY);
    expect(await guestsOf(id)).toBe(3);
  });
});

describe("to a series", () => {
  test("its list is limited like an event", async () => {
    await aClub({ guestsPerEvent: 3 });
    const { id } = await aSeries();
    expect(await tried(id, 1, 4)).toEqual(TOO_MANY);
    expect(await guestsOf(id)).toBe(0);
    expect(await tried(id, 1, 3)).not.toEqual(TOO_MANY);
    expect(await tried(id, 4, 4)).toEqual(TOO_MANY);
  });

  test("guests of one occurrence and of the series count together, whichever came first", async () => {
    await aClub({ guestsPerEvent: 3 });
    const series = await aSeries();
    const [first = "", second = ""] = await occurrencesOf(series.calendar.id);
    expect(await tried(first, 1, 2, admin, { scope: "ONE" })).toBe(2);
    expect(await tried(second, 2, 4, admin, { scope: "ALL" })).toEqual(TOO_MANY);
    expect(await tried(second, 2, 3, admin, { scope: "ALL" })).not.toEqual(TOO_MANY);
    expect(await guestsOf(first)).toBe(3);
    expect(await tried(first, 4, 4, admin, { scope: "ONE" })).toEqual(TOO_MANY);
    expect(await tried(second, 4, 4, admin, { scope: "ONE" })).toBe(1);
  });

  test("an occurrence that the list has not reached yet keeps places for it", async () => {
    await aClub({ guestsPerEvent: 3 });
    const series = await aSeries();
    const far = (await occurrencesOf(series.calendar.id)).at(-1) ?? "";
    expect(await tried(series.id, 1, 2)).not.toEqual(TOO_MANY);
    expect(await tried(far, 3, 4, admin, { scope: "ONE" })).toEqual(TOO_MANY);
    expect(await tried(far, 3, 3, admin, { scope: "ONE" })).toBe(1);
    expect(await tried(series.id, 4, 4)).toEqual(TOO_MANY);
  });

  test("counts each guest of its list once for the day", async () => {
    await aClub({ guestsPerDay: 3 });
    const series = await aSeries();
    expect(await tried(series.id, 1, 2)).toBeGreaterThan(2);
    expect(await tried(series.id, 1, 2)).toBe(0);
    expect(await tried(series.id, 3, 4)).toEqual(TOMORROW);
    expect(await tried(series.id, 3, 3)).not.toEqual(TOMORROW);
  });
});

describe("on one day", () => {
  test("all events together, until the club's midnight", async () => {
    await aClub({ guestsPerDay: 5 });
    const [one, two] = [await anEvent(app, admin), await anEvent(app, admin)];
    expect(await tried(one.id, 1, 3)).toBe(3);
    const answer = await invite(two.id, { guests: guests(1, 3) });
    expect(answer).toMatchObject({
      status: 429,
      body: {
        code: "GUESTS_PER_DAY",
        detail:
          "Zu viele Gäste für einen Tag: höchstens 5 je Person, heute haben Sie schon 3 eingeladen. Morgen geht es weiter.",
      },
    });
    const wait = (ClubTime.in("Europe/Berlin").nextMidnight(Date.now()) - Date.now()) / 1_000;
    expect(Math.abs(Number(answer.headers["retry-after"]) - wait)).toBeLessThan(30);
    expect(await guestsOf(two.id)).toBe(0);
    expect(await tried(two.id, 1, 2)).toBe(2);
    expect(await tried(two.id, 3, 3)).toEqual(TOMORROW);
  });

  test("of each person, and not of members whom they invite", async () => {
    await aClub({ guestsPerDay: 2 });
    const { id } = await anEvent(app, admin);
    const other = await anotherOrganiser();
    expect(await tried(id, 1, 2)).toBe(2);
    expect((await invite(id, { userIds: [admin.id, other.id] })).status).toBe(201);
    expect(await tried(id, 1, 2)).toBe(0);
    expect(await tried(id, 3, 4, other)).toBe(2);
    expect(await tried(id, 5, 5, other)).toEqual(TOMORROW);
  });

  test("whoever is taken off again and invited anew counts again", async () => {
    await aClub({ guestsPerDay: 3 });
    const { id } = await anEvent(app, admin);
    for (const _round of [1, 2, 3]) {
      const { body } = await invite(id, { guests: guests(1, 1) });
      const invitationId = body[0]?.id ?? "";
      const { status } = await app.call(
        api.deleteInvitation,
        { params: { id, invitationId } },
        admin,
      );
      expect(status).toBe(204);
    }
    expect(await tried(id, 1, 1)).toEqual(TOMORROW);
  });

  test("a deleted event gives nothing back", async () => {
    await aClub({ guestsPerDay: 2 });
    const event = await anEvent(app, admin);
    expect(await tried(event.id, 1, 2)).toBe(2);
    await app.call(calendarsContract.deleteEvent, { params: { id: event.id } }, admin);
    expect(await tried((await anEvent(app, admin)).id, 1, 1)).toEqual(TOMORROW);
  });

  test("a refused call takes nothing of it", async () => {
    await aClub({ guestsPerDay: 4, guestsPerEvent: 3 });
    const { id } = await anEvent(app, admin);
    expect(await tried(id, 1, 4)).toEqual(TOO_MANY);
    expect(await tried(id, 1, 3)).toBe(3);
    expect(await tried((await anEvent(app, admin)).id, 1, 1)).toBe(1);
  });

  test("calls at the same time reach it exactly", async () => {
    await aClub({ guestsPerDay: 7 });
    const events = await Promise.all(Array.from({ length: 6 }, () => anEvent(app, admin)));
    const answers = await Promise.all(events.map(({ id }) => tried(id, 1, 2)));
    expect(answers.filter((answer) => answer === 2)).toHaveLength(3);
    expect(answers.filter((answer) => answer !== 2)).toEqual([TOMORROW, TOMORROW, TOMORROW]);
    expect(await tried(events[0]?.id ?? "", 8, 8)).toBe(1);
    expect(await tried(events[0]?.id ?? "", 9, 9)).toEqual(TOMORROW);
  });

  test("more at once than any day allows is refused for good", async () => {
    await aClub({ guestsPerDay: 2 });
    const answer = await invite((await anEvent(app, admin)).id, { guests: guests(1, 3) });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ message: /^Zu viele Gäste für einen Tag: höchstens 2 je Person\./ }] },
    });
  });

  test("the next day begins anew, and counts of the past are forgotten", async () => {
    await aClub({ guestsPerDay: 2 });
    const { id } = await anEvent(app, admin);
    expect(await tried(id, 1, 2)).toBe(2);
    const mine = "WHERE member_id = $1";
    await sql(app, `UPDATE guest_invitation_count SET day = day - 1 ${mine}`, [admin.id]);
    expect(await tried(id, 3, 4)).toBe(2);
    expect(await tried(id, 5, 5)).toEqual(TOMORROW);
    await sql(app, `UPDATE guest_invitation_count SET day = day - 3 ${mine}`, [admin.id]);
    expect(await tried(id, 5, 5)).toBe(1);
    await app.runScheduled(eraseGuests);
    const { rows } = await sql(app, `SELECT count FROM guest_invitation_count ${mine}`, [admin.id]);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

test.each(["guestsPerEvent", "guestsPerDay"] as const)(
  "%s 0: nobody can invite guests, and is told so",
  async (limitName) => {
    await aClub({ [limitName]: 0 });
    const { id } = await anEvent(app, admin);
    expect(await invite(id, { guests: guests(1, 1) })).toMatchObject({
      status: 422,
      body: {
        code: "TOO_MANY_GUESTS",
        errors: [
          {
            path: "guests",
            message:
              "In Ihrem Verein können keine Gäste eingeladen werden. Das steht in den Einstellungen des Vereins.",
          },
        ],
      },
    });
    expect((await invite(id, { userIds: [admin.id] })).status).toBe(201);
  },
);
