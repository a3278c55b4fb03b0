import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRecords } from "./records/testing.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { dashboardContract, type Overview } from "#modules/dashboard/contract.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  await makeRecords(app, admin);
});
afterAll(() => app?.close());

/** A member with these rights who has been written to and invited. */
async function reader(permissions: Permission[]): Promise<TestUser> {
  const user = await app.user(admin.tenant, { permissions });
  const sent = await app.call(
    messagesContract.sendMessage,
    messageForm({ recipientIds: [user.id], subject: "Hallo", messageContent: "<p>Hallo</p>" }),
    admin,
  );
  expect(sent.status).toBe(201);
  const calendars = await app.call(calendarsContract.searchCalendars, {}, admin);
  const params = { id: calendars.body.content[0]?.id ?? "" };
  const body = {
    title: "Sommerfest",
    startDateTime: new Date(Date.now() + 86_400_000).toISOString(),
    endDateTime: new Date(Date.now() + 90_000_000).toISOString(),
  };
  const event = await app.call(calendarsContract.createEvent, { params, body }, admin);
  const invited = await app.call(
    invitationsContract.invite,
    { params: { id: event.body.id }, body: { userIds: [user.id] } },
    admin,
  );
  expect(invited.status).toBe(201);
  return user;
}

/** What the sections' own calls answer; null where one is refused. */
async function bySections(user: TestUser): Promise<Overview> {
  const size = { query: { size: 3 } };
  const list = <T>({ status, body }: { status: number; body: T }): T | null => {
    expect([200, 403]).toContain(status);
    return status === 200 ? body : null;
  };
  return {
    me: (await app.call(usersContract.getMe, {}, user)).body,
    invitations:
      list(await app.call(invitationsContract.searchMyInvitations, size, user))?.content ?? null,
    events: list(await app.call(calendarsContract.listUpcoming, size, user))?.content ?? null,
    messages: list(await app.call(messagesContract.searchUnread, size, user))?.content ?? null,
    files: list(await app.call(filesContract.listNewestFiles, { query: { limit: 3 } }, user)),
  };
}

describe("the overview is what its sections' own calls answer", () => {
  test.each<[Permission[], string[]]>([
    [[], ["invitations", "messages"]],
    [["QUERY_CALENDAR"], ["invitations", "events", "messages"]],
    [["QUERY_FILESHARE"], ["invitations", "messages", "files"]],
    [
      ["QUERY_CALENDAR", "QUERY_FILESHARE", "QUERY_USER"],
      ["invitations", "events", "messages", "files"],
    ],
  ])("with %j", async (permissions, sections) => {
    const user = await reader(permissions);
    const { status, body } = await app.call(dashboardContract.getOverview, {}, user);
    expect(status).toBe(200);
    expect(body).toEqual(await bySections(user));
    const shown = Object.entries(body).filter(([name, items]) => name !== "me" && items !== null);
    expect(shown.map(([name]) => name)).toEqual(sections);
    expect(body.invitations).toHaveLength(1);
    expect(body.messages).toHaveLength(1);
  });

  test("for an administrator", async () => {
    const { body } = await app.call(dashboardContract.getOverview, {}, admin);
    expect(body).toEqual(await bySections(admin));
    expect(body.events?.length).toBeGreaterThan(0);
  });
});
