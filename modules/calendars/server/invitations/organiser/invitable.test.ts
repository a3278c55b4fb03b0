import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { aMessage } from "#modules/messages/server/testing.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { invitationsContract as api } from "../../../invitation-contract.ts";
import { aCalendar, anEvent } from "../testing.ts";

/** Whom an organiser may invite: whom they may write to, and whom the calendar is granted to. */

let app: TestApp;
let admin: TestUser;
let footballId: string;
let youthId: string;
let boardId: string;
let player: TestUser;
let junior: TestUser;
let chair: TestUser;
let named: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true, lastname: "Admin" });
  const group = async (name: string, parentId: string | null = null) =>
    (await app.call(groupsContract.createGroup, { body: { name, parentId } }, admin)).body.id;
  footballId = await group("Fußball");
  youthId = await group("Jugend", footballId);
  boardId = await group("Vorstand");
  const member = async (lastname: string, groupId?: string) => {
    const user = await app.user(club, { firstname: "Kim", lastname });
    if (groupId !== undefined) await put(groupId, user);
    return user;
  };
  player = await member("Spieler", footballId);
  junior = await member("Junior", youthId);
  chair = await member("Vorsitz", boardId);
  named = await member("Genannt");
});
afterAll(() => app?.close());

const put = (id: string, user: TestUser, body: object = {}) =>
  app.call(groupsContract.putGroupMember, { params: { id, userId: user.id }, body }, admin);

type Lines = NonNullable<Parameters<typeof aCalendar>[2]>;

/** A writer of one calendar, granted to others as well, and an event in it. */
async function aWriter(grants: Lines = [], permissions: Permission[] = []) {
  const writer = await app.user(admin.tenant, {
    lastname: "Schreiber",
    permissions: ["QUERY_CALENDAR", ...permissions],
  });
  const calendarId = await aCalendar(app, admin, [
    { subject: "USER", id: writer.id, access: "WRITE" },
    ...grants,
  ]);
  return { writer, eventId: (await anEvent(app, admin, { calendarId })).id };
}

async function tried(writer: TestUser, id: string, body: object) {
  const answer = await app.call(api.invite, { params: { id }, body }, writer);
  return answer.status === 201
    ? answer.body.map(({ user }) => user?.id)
    : [answer.status, (answer.body as { errors?: object[] }).errors];
}

const noMember = (index: number) => ({
  path: `userIds.${index}`,
  code: "NOT_ALLOWED",
  message: "Dieses Mitglied können Sie zu diesem Termin nicht einladen.",
});
const noGroup = (index: number) => ({
  path: `groupIds.${index}`,
  code: "NOT_ALLOWED",
  message: "Diese Gruppe können Sie zu diesem Termin nicht einladen.",
});

describe("whom an organiser may invite", () => {
  test("not those whom they may merely see", async () => {
    const { writer, eventId } = await aWriter([], ["QUERY_USER", "QUERY_GROUP"]);
    const body = { userIds: [writer.id, player.id, chair.id], groupIds: [boardId] };
    expect(await tried(writer, eventId, body)).toEqual([
      403,
      [noMember(1), noMember(2), noGroup(0)],
    ]);
    const { body: list } = await app.call(
      api.listEventInvitations,
      { params: { id: eventId } },
      admin,
    );
    expect(list.totalElements).toBe(0);
  });

  test.each(["READ", "WRITE"] as const)(
    "the group that the calendar is granted to (%s), with those below, and no other",
    async (access) => {
      const { writer, eventId } = await aWriter([{ subject: "GROUP", id: footballId, access }]);
      expect(await tried(writer, eventId, { groupIds: [boardId] })).toEqual([403, [noGroup(0)]]);
      expect(await tried(writer, eventId, { groupIds: [youthId] })).toEqual([junior.id]);
      expect(await tried(writer, eventId, { userIds: [player.id] })).toEqual([player.id]);
      expect(await tried(writer, eventId, { groupIds: [footballId] })).toEqual([]);
    },
  );

  test("members whom the calendar is granted to, and themselves", async () => {
    const { writer, eventId } = await aWriter([{ subject: "USER", id: named.id, access: "READ" }]);
    const userIds = [writer.id, named.id];
    expect(new Set<unknown>(await tried(writer, eventId, { userIds }))).toEqual(
      new Set<unknown>(userIds),
    );
    expect(await tried(writer, eventId, { userIds: [chair.id] })).toEqual([403, [noMember(0)]]);
  });

  test("nobody by a calendar that all may use", async () => {
    const { writer, eventId } = await aWriter([{ subject: "ALL", id: null, access: "WRITE" }]);
    expect(await tried(writer, eventId, { userIds: [player.id] })).toEqual([403, [noMember(0)]]);
  });

  test("leaders their people, and everybody who has written to them", async () => {
    const { writer, eventId } = await aWriter();
    await put(youthId, writer, { leader: true });
    const body = { userIds: [junior.id, chair.id], groupIds: [youthId, footballId] };
    expect(await tried(writer, eventId, body)).toEqual([403, [noMember(1), noGroup(1)]]);
    const office = await app.user(admin.tenant, { permissions: ["SEND_MESSAGE"] });
    await aMessage(app, office, { recipientIds: [writer.id] });
    expect(await tried(writer, eventId, { userIds: [office.id] })).toEqual([office.id]);
  });

  test("everybody, who may write to everybody; unknown ones are named as such", async () => {
    const { writer, eventId } = await aWriter([], ["SEND_MESSAGE"]);
    const trashed = await app.user(admin.tenant);
    await app.call(usersContract.deleteUser, { params: { id: trashed.id } }, admin);
    const nobody = "0193a000-0000-7000-8000-00000000dead";
    const body = { userIds: [chair.id, trashed.id], groupIds: [boardId, nobody] };
    expect(await tried(writer, eventId, body)).toMatchObject([
      422,
      [
        { path: "userIds.1", code: "NOT_FOUND" },
        { path: "groupIds.1", code: "NOT_FOUND" },
      ],
    ]);
    expect(await tried(writer, eventId, { userIds: [chair.id] })).toEqual([chair.id]);
  });

  test("unknown and forbidden look alike to everybody else", async () => {
    const { writer, eventId } = await aWriter();
    const nobody = "0193a000-0000-7000-8000-00000000dead";
    expect(await tried(writer, eventId, { userIds: [nobody], groupIds: [nobody] })).toEqual([
      403,
      [noMember(0), noGroup(0)],
    ]);
  });
});

describe("the picker offers", () => {
  async function offered(who: TestUser, id: string, q?: string) {
    const query = q === undefined ? {} : { q };
    const { status, body } = await app.call(api.searchInvitable, { params: { id }, query }, who);
    if (status !== 200) return status;
    const people = body.people.map(({ lastname }) => lastname);
    return { people, groups: body.groups.map(({ name }) => name) };
  }

  test("those who may be invited, without a right to see members", async () => {
    const { writer, eventId } = await aWriter([
      { subject: "GROUP", id: footballId, access: "READ" },
      { subject: "USER", id: named.id, access: "READ" },
    ]);
    expect(await offered(writer, eventId)).toMatchObject({ groups: ["Fußball", "Jugend"] });
    expect(await offered(writer, eventId, "kim")).toEqual({
      people: ["Genannt", "Junior", "Spieler"],
      groups: [],
    });
    expect(await offered(writer, eventId, "vorst")).toEqual({ people: [], groups: [] });
  });

  test("what the picker of messages offers, where the calendar is granted to nobody else", async () => {
    const { writer, eventId } = await aWriter([], ["SEND_MESSAGE"]);
    const { body } = await app.call(messagesContract.searchRecipients, {}, writer);
    expect(await offered(writer, eventId)).toEqual({
      people: body.people.map(({ lastname }) => lastname),
      groups: body.groups.map(({ name }) => name),
    });
  });

  test("nothing to who may not write in the calendar", async () => {
    const reader = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    const { eventId } = await aWriter([{ subject: "USER", id: reader.id, access: "READ" }]);
    const stranger = await app.user(admin.tenant, { permissions: ["QUERY_CALENDAR"] });
    expect(await offered(reader, eventId)).toBe(403);
    expect(await offered(stranger, eventId)).toBe(404);
  });
});
