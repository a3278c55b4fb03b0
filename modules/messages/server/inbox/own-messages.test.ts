import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { idsOf, kindsOf, listening, openPage } from "#modules/system/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { createMembers } from "#modules/members/server/public.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { messagesContract as api } from "../../contract.ts";
import { aMessage } from "../testing.ts";
import { cleanUpMailboxes } from "../cleanup.ts";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

let app: TestApp;
let office: TestUser;
let member: TestUser;
let other: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { isAdmin: true, lastname: "Admin" });
  office = await app.user(club, { lastname: "Büro", permissions: ["SEND_MESSAGE"] });
  member = await app.user(club, { lastname: "Mitglied" });
  other = await app.user(club, { lastname: "Andere", permissions: ["QUERY_USER"] });
});
afterAll(() => app?.close());

function sql<Row extends object>(text: string, values: unknown[] = []) {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [office.tenant.id]);
    return client.query<Row>(text, values);
  });
}
async function count(table: string): Promise<number> {
  return Number((await sql<{ count: string }>(`SELECT count(*) FROM ${table}`)).rows[0]?.count);
}

describe("open pages", () => {
  test("hear of what came for them, and of nothing that is another's", async () => {
    const origin = await listening(app);
    const [own, senders, strange] = await Promise.all([
      openPage(origin, member),
      openPage(origin, office),
      openPage(origin, other),
    ]);
    const { id } = await aMessage(app, office, { recipientIds: [member.id] });
    await vi.waitFor(() => expect(idsOf(own, "message")).toEqual([member.id]));
    await vi.waitFor(() => expect(idsOf(senders, "message")).toEqual([office.id]));
    await app.call(api.createDraft, { body: { subject: "Geheim" } }, member);
    await vi.waitFor(() => expect(kindsOf(own)).toContain("message-draft"));
    await app.call(api.setRead, { params: { id } }, member);
    await aMessage(app, office, { recipientIds: [other.id] });
    await vi.waitFor(() => expect(idsOf(strange, "message")).toEqual([other.id]));
    expect(kindsOf(strange).filter((kind) => kind === "message")).toHaveLength(1);
    expect(kindsOf(strange)).not.toContain("message-draft");
    for (const page of [own, senders, strange]) page.close();
  });

  test("each of very many recipients is told", async () => {
    const ids = await app.services.database.write(office.tenant.id, systemActor(), (tx) =>
      createMembers(
        tx,
        Array.from({ length: 700 }, (_, index) => ({
          firstname: "Viele",
          lastname: String(index),
        })),
      ),
    );
    const told = new Set<string>();
    const stop = app.services.live.subscribe(({ kind, ids: named }) => {
      if (kind === "message") for (const id of named) told.add(id);
    });
    await app.services.live.start(app.services.environment.databaseUrl ?? "", app.services.log);
    await aMessage(app, office, { recipientIds: ids });
    await vi.waitFor(() => expect(ids.filter((id) => !told.has(id))).toEqual([]), 5_000);
    stop();
  });
});

describe("what nobody has on a list any more", () => {
  test("is gone for good after 30 days, with its files; not while one still has it", async () => {
    const message = await aMessage(app, office, { recipientIds: [member.id, other.id] }, [
      { name: "Plan.pdf", bytes: PDF },
    ]);
    const { id } = message;
    const cleanUp = () => app.runScheduled(cleanUpMailboxes);
    const exists = async () =>
      (await sql("SELECT FROM message WHERE id = $1", [id])).rowCount === 1;
    for (const user of [office, member])
      await app.call(api.deleteMessage, { params: { id } }, user);
    await sql("UPDATE message SET deleted_at = now() - interval '31 days' WHERE id = $1", [id]);
    await sql(
      "UPDATE message_recipient SET deleted_at = now() - interval '31 days' WHERE message_id = $1 AND deleted_at IS NOT NULL",
      [id],
    );
    await cleanUp();
    expect(await exists()).toBe(true);
    await app.call(api.deleteMessage, { params: { id } }, other);
    await cleanUp();
    expect(await exists()).toBe(true);
    await sql(
      "UPDATE message_recipient SET deleted_at = now() - interval '31 days' WHERE message_id = $1",
      [id],
    );
    const before = await count("blob");
    await cleanUp();
    expect(await exists()).toBe(false);
    expect(await count("blob")).toBe(before - 1);
    expect((await sql("SELECT FROM message_recipient WHERE message_id = $1", [id])).rowCount).toBe(
      0,
    );
  });
});

describe("a person's rights over their data", () => {
  test("the file about a person has what they received, sent and drafted", async () => {
    const person = await app.user(office.tenant, {
      firstname: "Hilde",
      lastname: "Auskunft",
      permissions: ["SEND_MESSAGE"],
    });
    await aMessage(app, office, { subject: "An Hilde", recipientIds: [person.id] }, [
      { name: "Plan.pdf", bytes: PDF },
    ]);
    await aMessage(app, person, { subject: "Von Hilde", recipientIds: [member.id] });
    await app.call(api.createDraft, { body: { subject: "Noch nicht fertig" } }, person);
    const { status, bytes } = await app.call(usersContract.exportMe, {}, person);
    expect(status).toBe(200);
    const names = bytes.toString("latin1");
    expect(names).toContain("Plan.pdf");
  });

  test("whoever is forgotten is in no message any more, and others keep theirs", async () => {
    const person = await app.user(office.tenant, {
      firstname: "Konrad",
      lastname: "Vergessen",
      permissions: ["SEND_MESSAGE"],
    });
    const received = await aMessage(app, office, { recipientIds: [person.id, member.id] });
    const sent = await aMessage(app, person, {
      subject: "Bleibt",
      messageContent: "<p>Bis bald<br>Konrad Vergessen</p>",
      recipientIds: [member.id],
    });
    const draft = await app.call(api.createDraft, { body: {} }, person);
    await app.call(
      api.uploadDraftAttachment,
      { params: { id: draft.body.id }, query: { name: "x.pdf" }, body: PDF },
      person,
    );
    await app.call(usersContract.deleteUser, { params: { id: person.id } }, admin);
    expect(
      (await app.call(usersContract.anonymiseUser, { params: { id: person.id } }, admin)).status,
    ).toBe(204);
    expect(
      (await sql("SELECT FROM message_recipient WHERE user_id = $1", [person.id])).rowCount,
    ).toBe(0);
    expect((await sql("SELECT FROM message_draft WHERE owner_id = $1", [person.id])).rowCount).toBe(
      0,
    );
    const kept = await app.call(api.getMessage, { params: { id: sent.id } }, member);
    expect(kept.body.sender).toMatchObject({
      id: null,
      firstname: "Anonymisiertes",
      lastname: "Mitglied",
    });
    expect(kept.body.can).not.toContain("REPLY");
    expect(kept.body.messageContent).toBe("<p>Bis bald<br />Anonymisiertes Mitglied</p>");
    const search = await app.call(api.searchMessages, { query: { q: "Konrad" } }, member);
    expect(search.body.totalElements).toBe(0);
    expect(
      (await app.call(api.searchMessages, { query: { q: "bleib" } }, member)).body.totalElements,
    ).toBe(1);
    const counted = await app.call(api.getMessage, { params: { id: received.id } }, office);
    expect(counted.body.delivery?.recipients).toBe(2);
    expect(counted.body.recipientIds).toEqual([member.id]);
  });

  test("whoever has left gets no answer any more", async () => {
    const person = await app.user(office.tenant, {
      lastname: "Gegangen",
      permissions: ["SEND_MESSAGE"],
    });
    await aMessage(app, person, { recipientIds: [member.id] });
    await sql("UPDATE member SET left_on = '2020-12-31' WHERE id = $1", [person.id]);
    const audience = await app.call(
      api.countRecipients,
      { body: { recipientIds: [person.id] } },
      member,
    );
    expect(audience.body).toMatchObject({ count: 0, leftOut: [{ id: person.id, reason: "LEFT" }] });
    await expect(aMessage(app, member, { recipientIds: [person.id] })).rejects.toThrow(
      "NO_RECIPIENTS",
    );
    expect((await app.call(api.searchMessages, {}, person)).status).toBe(401);
  });
});

test("taking a right away works at the next request", async () => {
  const person = await app.user(office.tenant, { lastname: "Eben", permissions: ["SEND_MESSAGE"] });
  await aMessage(app, person, { recipientIds: [other.id] });
  await app.call(
    usersContract.setUserPermissions,
    { params: { id: person.id }, body: { permissions: [], isAdmin: false, version: 1 } },
    admin,
  );
  const version = (await app.call(usersContract.getUser, { params: { id: person.id } }, admin)).body
    .version;
  await app.call(
    usersContract.setUserPermissions,
    { params: { id: person.id }, body: { permissions: [], isAdmin: false, version } },
    admin,
  );
  await expect(aMessage(app, person, { recipientIds: [other.id] })).rejects.toThrow("FORBIDDEN");
  expect((await app.call(api.searchRecipients, {}, person)).body).toEqual({
    everybody: false,
    people: [],
    groups: [],
    sets: [],
  });
});
