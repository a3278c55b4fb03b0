import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { messageForm } from "#modules/messages/server/testing.ts";
import { idsOf, kindsOf, openPage } from "#modules/system/server/testing.ts";
import { startCopy } from "./support/global-setup.ts";
import { person } from "./support/person.ts";
import { type RunningServer, startServer } from "./support/server.ts";

// Two server processes on one database: people work at one of them, their pages are open at the
// other.
let here: RunningServer;
let there: RunningServer;

beforeAll(async () => {
  here = await startCopy(inject("demoDataDir"));
  // One address for both, as behind a load balancer: tokens name their issuer by it.
  there = await startServer({ dataDir: here.dataDir, env: { PUBLIC_URL: here.url } });
});
afterAll(async () => {
  await there?.stop({ keepData: true });
  await here?.stop();
});

test("an invitation and its answer reach pages at another process", async () => {
  const [admin, member] = [await person(here.url, "admin"), await person(here.url, "mitglied")];
  const [office, phone] = [await openPage(there.url, admin), await openPage(there.url, member)];
  const calendar = await admin.call<{ id: string }>("POST", "/calendar", {
    name: "Zwei Prozesse",
    color: "GREEN",
  });
  const times = {
    startDateTime: "2031-06-01T18:00:00+02:00",
    endDateTime: "2031-06-01T20:00:00+02:00",
  };
  const event = await admin.call<{ id: string }>("POST", `/calendar/${calendar.id}/event`, {
    title: "Fest",
    ...times,
  });
  await admin.call("POST", `/event/${event.id}/invitations`, { userIds: [member.id] });
  await expect.poll(() => idsOf(phone, "invitation"), { timeout: 10_000 }).toEqual([member.id]);
  await expect.poll(() => kindsOf(office), { timeout: 10_000 }).toContain("invitation");
  office.events.length = 0;
  const { content } = await member.call<{ content: { id: string; event: { id: string } }[] }>(
    "GET",
    "/invitations?size=100",
  );
  const invitation = content.find((one) => one.event.id === event.id);
  await member.call("PUT", `/invitations/${invitation?.id ?? ""}?accept=true`);
  await expect.poll(() => kindsOf(office), { timeout: 10_000 }).toContain("invitation");
  for (const page of [office, phone]) page.close();
});

test("a new message, and that it was read, reach pages at another process, and nobody else's", async () => {
  const [admin, member, trainer] = [
    await person(here.url, "admin"),
    await person(here.url, "mitglied"),
    await person(here.url, "trainer"),
  ];
  const [office, phone, other] = [
    await openPage(there.url, admin),
    await openPage(there.url, member),
    await openPage(there.url, trainer),
  ];
  const unread = async () =>
    (await member.call<{ totalElements: number }>("GET", "/message/unread")).totalElements;
  const before = await unread();
  const { body, headers } = messageForm({
    subject: "Zwei Prozesse",
    messageContent: "<p>Hallo</p>",
    recipientIds: [member.id],
  });
  const sent = await fetch(`${here.url}/demo/api/message`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
    body: new Uint8Array(body),
  });
  expect(sent.status).toBe(201);
  await expect.poll(() => idsOf(phone, "message"), { timeout: 10_000 }).toEqual([member.id]);
  await expect.poll(() => idsOf(office, "message"), { timeout: 10_000 }).toContain(admin.id);
  expect(await unread()).toBe(before + 1);
  phone.events.length = 0;
  await member.call("PUT", `/message/${((await sent.json()) as { id: string }).id}/read`);
  await expect.poll(() => idsOf(phone, "message"), { timeout: 10_000 }).toEqual([member.id]);
  expect(await unread()).toBe(before);
  expect(kindsOf(other)).not.toContain("message");
  for (const page of [office, phone, other]) page.close();
});

test("a log-in that is ended at one process ends its page at the other, and no other", async () => {
  const [first, second] = [await person(here.url, "mitglied"), await person(here.url, "mitglied")];
  const [ended, staying] = [await openPage(there.url, first), await openPage(there.url, second)];
  const { content: sessions } = await first.call<{ content: { id: string; current: boolean }[] }>(
    "GET",
    "/me/sessions",
  );
  const own = sessions.find(({ current }) => current);
  await first.call("DELETE", `/me/sessions/${own?.id ?? ""}`);
  await expect.poll(() => ended.hasEnded, { timeout: 10_000 }).toBe(true);
  expect(staying.hasEnded).toBe(false);
  staying.close();
});
