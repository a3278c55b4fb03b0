import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { type EventInvitation, invitationsContract as api } from "../../../invitation-contract.ts";
import { aCalendar, anEvent, answers, invited, sql } from "../testing.ts";

/** The organiser's list of who was invited: its order, its pages, its search, and who may see it. */

const SORTS = ["name", "state", "answeredAt"] as const;
const DIRS = ["ASC", "DESC"] as const;
const GUESTS = ["Zoe 100% Gast", "Änne Gast", "Anna Gast", "Öztürk_Gast"];

let app: TestApp;
let admin: TestUser;
let calendarId: string;
let eventId: string;
let all: EventInvitation[];

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true, lastname: "Vorstand" });
  calendarId = await aCalendar(app, admin);
  eventId = (
    await anEvent(app, admin, {
      calendarId,
      invitationSettings: { maximum: 2, waitingList: true },
    })
  ).id;
  const people: TestUser[] = [];
  for (const lastname of ["Ärmel", "Arm", "Baß", "Bass", "Zorn", "Arm"])
    people.push(await app.user(club, { firstname: "Kim", lastname }));
  await invited(app, admin, eventId, {
    userIds: people.map(({ id }) => id),
    guests: GUESTS.map((name, place) => ({ name, email: `gast${place}@example.org` })),
  });
  // Two come, two wait, one declines, the others are silent.
  for (const [place, person] of people.slice(0, 5).entries())
    await answers(app, person, eventId, place !== 4);
  // Several answered at the same moment.
  await sql(
    app,
    `UPDATE invitation SET answered_at = CASE state WHEN 'WAITING' THEN timestamptz '2026-02-02'
      ELSE '2026-01-01' END WHERE answered_at IS NOT NULL`,
  );
  all = (await list({ size: 200 })).content;
});
afterAll(() => app?.close());

const list = async (query: object) =>
  (await app.call(api.listEventInvitations, { params: { id: eventId }, query }, admin)).body;

const nameOf = ({ user, guest }: EventInvitation) =>
  user === null ? (guest?.name ?? "") : `${user.lastname} ${user.firstname}`;

/** What the list promises, said once more without the database. */
function inOrder(sort: (typeof SORTS)[number], dir: "ASC" | "DESC"): string[] {
  const german = new Intl.Collator("de-u-kn-true");
  const states = ["ACCEPTED", "WAITING", "OPEN", "DECLINED"];
  const sign = dir === "ASC" ? 1 : -1;
  const answered = ({ answeredAt }: EventInvitation) =>
    answeredAt === null ? null : Date.parse(answeredAt);
  const byField = (a: EventInvitation, b: EventInvitation): number => {
    if (sort === "name") return sign * german.compare(nameOf(a), nameOf(b));
    if (sort === "state") return sign * (states.indexOf(a.state) - states.indexOf(b.state));
    const [one, other] = [answered(a), answered(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  };
  const waiting = ({ position }: EventInvitation) => position ?? Number.MAX_SAFE_INTEGER;
  return all
    .toSorted(
      (a, b) =>
        byField(a, b) ||
        (sort === "name" ? 0 : waiting(a) - waiting(b)) ||
        german.compare(nameOf(a), nameOf(b)) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id);
}

describe("the list of those invited", () => {
  test.each(SORTS.flatMap((sort) => DIRS.map((dir) => ({ sort, dir }))))(
    "comes by $sort $dir in one order, whatever the size of its pages",
    async ({ sort, dir }) => {
      const expected = inOrder(sort, dir);
      for (const size of [1, 3, 200]) {
        const found: string[] = [];
        for (let page = 0; page * size < all.length; page++)
          found.push(...(await list({ sort, dir, size, page })).content.map(({ id }) => id));
        expect(found).toEqual(expected);
      }
    },
  );

  test("counts answers over all pages, and people with those they bring", async () => {
    const { counts, totalElements } = await list({ size: 1 });
    expect(totalElements).toBe(10);
    expect(counts).toMatchObject({
      accepted: 2,
      waiting: 2,
      declined: 1,
      open: 5,
      coming: 2,
      maximum: 2,
      placesLeft: 0,
    });
    for (const state of ["ACCEPTED", "WAITING", "DECLINED", "OPEN"] as const) {
      const { content, totalElements: found } = await list({ state, size: 200 });
      expect(content.every((one) => one.state === state)).toBe(true);
      expect(found).toBe(content.length);
    }
  });

  test.each([
    ["ärm", ["Ärmel Kim"]],
    ["KIM", ["Arm Kim", "Arm Kim", "Ärmel Kim", "Bass Kim", "Baß Kim", "Zorn Kim"]],
    ["gast1@", ["Änne Gast"]],
    // Signs that mean something in patterns are what they are.
    ["%", ["Zoe 100% Gast"]],
    ["_", ["Öztürk_Gast"]],
    ["nobody", []],
  ])("is searched by name and address: %s", async (q, expected) => {
    const { content } = await list({ q, size: 200 });
    expect(content.map(nameOf)).toEqual(expected);
  });

  test("is the organisers' alone", async () => {
    const club = await app.tenant("gamma");
    const stranger = await app.user(club, { isAdmin: true });
    const reader = await app.user(await app.tenant("delta"), { permissions: ["QUERY_CALENDAR"] });
    for (const who of [stranger, reader])
      expect(
        (await app.call(api.listEventInvitations, { params: { id: eventId } }, who)).status,
      ).toBe(404);
  });
});

test("who is in the trash is asked no more, what they said before stays; taken back they are asked again", async () => {
  const club = await app.tenant("trash");
  const office = await app.user(club, { isAdmin: true });
  const event = await anEvent(app, office);
  const [silent, coming] = [await app.user(club), await app.user(club)];
  await invited(app, office, event.id, { userIds: [silent.id, coming.id] });
  await answers(app, coming, event.id, true);
  const seen = async () => {
    const { body } = await app.call(
      api.listEventInvitations,
      { params: { id: event.id }, query: { size: 200 } },
      office,
    );
    return [body.counts.open, body.counts.accepted, body.totalElements, body.content.length];
  };
  expect(await seen()).toEqual([1, 1, 2, 2]);
  for (const { id } of [silent, coming])
    await app.call(usersContract.deleteUser, { params: { id } }, office);
  expect(await seen()).toEqual([0, 1, 1, 1]);
  const { body: reminded } = await app.call(
    api.remindInvited,
    { params: { id: event.id } },
    office,
  );
  expect(reminded).toMatchObject({ reminded: 0, withoutMail: 0 });
  await app.call(usersContract.restoreUser, { params: { id: silent.id } }, office);
  expect(await seen()).toEqual([1, 1, 2, 2]);
});

test("a group is invited with everybody below it, each once, and nobody whose time is over", async () => {
  const club = await app.tenant("beta");
  const organiser = await app.user(club, { isAdmin: true });
  const group = async (name: string, parentId: string | null) =>
    (await app.call(groupsContract.createGroup, { body: { name, parentId } }, organiser)).body.id;
  const top = await group("Chor", null);
  const below = await group("Alt", top);
  const deepest = await group("Zweiter Alt", below);
  const [inAll, inDeepest, past, trashed] = await Promise.all(
    ["Alle", "Tief", "Früher", "Papierkorb"].map((lastname) => app.user(club, { lastname })),
  );
  const put = (id: string, user: TestUser | undefined, body: object = {}) =>
    app.call(
      groupsContract.putGroupMember,
      { params: { id, userId: user?.id ?? "" }, body },
      organiser,
    );
  for (const id of [top, below, deepest]) await put(id, inAll);
  await put(deepest, inDeepest);
  await put(below, past, { from: "2001-01-01", to: "2001-12-31" });
  await put(below, trashed);
  await app.call(usersContract.deleteUser, { params: { id: trashed?.id ?? "" } }, organiser);
  const { id } = await anEvent(app, organiser);
  const added = await invited(app, organiser, id, { groupIds: [top, deepest] });
  expect(added.map(({ user }) => user?.lastname)).toEqual(["Alle", "Tief"]);
});
