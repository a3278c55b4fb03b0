import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as users } from "../../contract.ts";
import { groupsContract as groups } from "../../groups-contract.ts";

/** Pictures are seen by those who see the person. */

let app: TestApp;
let club: TenantRow;
let admin: TestUser;
let photo: Buffer;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true });
  photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#2f6f5e" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => app?.close());

const reader = (permissions: Permission[] = []) => app.user(club, { permissions });

async function pictured(permissions: Permission[] = []): Promise<TestUser> {
  const person = await reader(permissions);
  await app.call(users.putMyPicture, { body: photo }, person);
  return person;
}

async function sees(who: TestUser, person: TestUser): Promise<boolean> {
  const params = { id: person.id };
  const { status } = await app.call(users.getUserPicture, { params }, who);
  expect([200, 404]).toContain(status);
  return status === 200;
}

async function group(members: TestUser[], parentId: string | null = null, body: object = {}) {
  const values = { name: `Gruppe ${crypto.randomUUID()}`, parentId };
  const { id } = (await app.call(groups.createGroup, { body: values }, admin)).body;
  for (const { id: userId } of members)
    await app.call(groups.putGroupMember, { params: { id, userId }, body }, admin);
  return id;
}

describe("a picture is seen", () => {
  test("by nobody who sees the person nowhere, as if there were none", async () => {
    const person = await pictured(["QUERY_CALENDAR"]);
    const uses: Permission[] = ["QUERY_CALENDAR", "QUERY_FILESHARE", "SEND_MESSAGE"];
    expect(await sees(await reader(), person)).toBe(false);
    expect(await sees(await reader(uses), person)).toBe(false);
    expect(await sees(await reader(["QUERY_GROUP"]), person)).toBe(false);
  });

  test("by themselves and by those who see all members", async () => {
    const person = await pictured();
    expect(await sees(person, person)).toBe(true);
    expect(await sees(await reader(["QUERY_USER"]), person)).toBe(true);
    expect(await sees(admin, person)).toBe(true);
  });

  test("by those who see groups, of whoever is or was in one", async () => {
    const person = await pictured();
    const former = await pictured();
    await group([person]);
    await group([former], null, { from: "2001-01-01", to: "2002-01-01" });
    const seer = await reader(["QUERY_GROUP"]);
    expect([await sees(seer, person), await sees(seer, former)]).toEqual([true, true]);
    expect(await sees(person, former)).toBe(false);
  });

  test("by those who lead a group, of its members and those below", async () => {
    const [mine, below, other, leader] = [
      await pictured(),
      await pictured(),
      await pictured(),
      await reader(),
    ];
    const led = await group([mine]);
    await group([below], led);
    await group([other]);
    const params = { id: led, userId: leader.id };
    await app.call(groups.putGroupMember, { params, body: { leader: true } }, admin);
    expect([
      await sees(leader, mine),
      await sees(leader, below),
      await sees(leader, other),
    ]).toEqual([true, true, false]);
    expect(await sees(mine, below)).toBe(false);
  });

  test("by those whom the person has written to, and not the other way round", async () => {
    const [sender, recipient] = [await pictured(["SEND_MESSAGE"]), await pictured()];
    const letter = {
      subject: "Hallo",
      messageContent: "<p>Hallo</p>",
      recipientIds: [recipient.id],
    };
    const sent = await app.call(messagesContract.sendMessage, messageForm(letter), sender);
    expect(sent.status).toBe(201);
    expect([await sees(recipient, sender), await sees(sender, recipient)]).toEqual([true, false]);
  });

  test("by those who write in a calendar, of whom it invites, series included", async () => {
    const [once, often, other] = [await pictured(), await pictured(), await pictured()];
    const [writer, spectator] = [
      await reader(["QUERY_CALENDAR"]),
      await reader(["QUERY_CALENDAR"]),
    ];
    const { body: calendar } = await app.call(
      calendarsContract.createCalendar,
      {
        body: {
          name: "Proben",
          grants: [
            { subject: "ALL", id: null, access: "READ" },
            { subject: "USER", id: writer.id, access: "WRITE" },
          ],
        },
      },
      admin,
    );
    for (const [person, recurrence] of [
      [once, null],
      [often, "FREQ=WEEKLY"],
    ] as const) {
      const { body: event } = await app.call(
        calendarsContract.createEvent,
        {
          params: { id: calendar.id },
          body: {
            title: "Probe",
            startDateTime: "2090-01-02T18:00:00+01:00",
            endDateTime: "2090-01-02T20:00:00+01:00",
            allDay: false,
            recurrence,
            invitationSettings: {},
          },
        },
        admin,
      );
      const invited = await app.call(
        invitationsContract.invite,
        {
          params: { id: event.id },
          query: recurrence === null ? {} : { scope: "ALL" },
          body: { userIds: [person.id] },
        },
        admin,
      );
      expect(invited.status).toBeLessThan(300);
    }
    expect([
      await sees(writer, once),
      await sees(writer, often),
      await sees(writer, other),
    ]).toEqual([true, true, false]);
    expect([await sees(spectator, once), await sees(once, often)]).toEqual([false, false]);
  });
});

test("of somebody in the trash, and of another club, there is none", async () => {
  const person = await pictured();
  const stranger = await app.user(await app.tenant("beta"), { isAdmin: true });
  expect(await sees(stranger, person)).toBe(false);
  await app.call(users.deleteUser, { params: { id: person.id } }, admin);
  expect(await sees(admin, person)).toBe(false);
});
