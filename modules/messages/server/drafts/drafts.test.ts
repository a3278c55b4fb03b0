import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { messagesContract as api } from "../../contract.ts";
import { aMessage, messageForm } from "../testing.ts";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

let app: TestApp;
let office: TestUser;
let member: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  office = await app.user(club, { lastname: "Büro", permissions: ["SEND_MESSAGE"] });
  member = await app.user(club, { lastname: "Mitglied" });
});
afterAll(() => app?.close());

async function attach(id: string, name: string, bytes = PDF) {
  return app.call(
    api.uploadDraftAttachment,
    { params: { id }, query: { name }, body: bytes },
    office,
  );
}
async function claimedBlobs(): Promise<number> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM blob");
    return Number(rows[0]?.count);
  });
}

test("a draft for people by their own fields keeps these: without them it would go to everybody", async () => {
  const recipientSets = [
    {
      kind: "FILTER",
      filter: { status: ["ACTIVE"], includeSubgroups: false, "cf.helps": "Theke" },
    },
  ];
  const body = { recipientSets } as never;
  const { id } = (await app.call(api.createDraft, { body }, office)).body;
  const kept = await app.call(api.getDraft, { params: { id } }, office);
  expect(kept.body).toMatchObject({ recipientSets });
  expect((await app.call(api.deleteDraft, { params: { id } }, office)).status).toBe(204);
});

test("a draft keeps what was typed, unfinished as it is, and its files", async () => {
  const created = await app.call(api.createDraft, { body: {} }, office);
  expect([created.status, created.headers["location"]]).toEqual([
    201,
    `/alpha/api/message/draft/${created.body.id}`,
  ]);
  const { id } = created.body;
  const typed = {
    subject: "",
    messageContent: "<p>Liebe Mit</p>",
    recipientIds: [member.id],
    recipientGroupIds: [],
  };
  const kept = await app.call(
    api.updateDraft,
    { params: { id }, body: { ...typed, version: 1 } },
    office,
  );
  expect(kept.body).toMatchObject({ ...typed, recipientNames: ["Erika Mitglied"], version: 2 });
  const file = await attach(id, "Plan.pdf");
  expect(file.status).toBe(201);
  const again = await app.call(api.getDraft, { params: { id } }, office);
  expect(again.body).toMatchObject({
    ...typed,
    attachments: [{ id: file.body.id, name: "Plan.pdf", size: PDF.length }],
  });
  const bytes = await app.call(
    api.getDraftAttachment,
    { params: { id, attachment: file.body.id } },
    office,
  );
  expect(bytes.bytes.equals(PDF)).toBe(true);
  const list = await app.call(api.searchDrafts, {}, office);
  expect(list.body.content.map((draft) => draft.id)).toContain(id);
  expect((await app.call(api.searchDrafts, {}, member)).body.totalElements).toBe(0);
  for (const route of [api.getDraft, api.deleteDraft])
    expect((await app.call(route, { params: { id } }, member)).status).toBe(404);
  expect(
    (await app.call(api.getDraftAttachment, { params: { id, attachment: file.body.id } }, member))
      .status,
  ).toBe(404);
  expect(
    (
      await app.call(
        api.uploadDraftAttachment,
        { params: { id }, query: { name: "x.pdf" }, body: PDF },
        member,
      )
    ).status,
  ).toBe(404);
});

test("the second of two tabs learns what the first has saved", async () => {
  const { id } = (await app.call(api.createDraft, { body: { subject: "Eins" } }, office)).body;
  await app.call(
    api.updateDraft,
    { params: { id }, body: { subject: "Zwei", version: 1 } },
    office,
  );
  const stale = await app.call(
    api.updateDraft,
    { params: { id }, body: { subject: "Drei", version: 1 } },
    office,
  );
  expect(stale.status).toBe(412);
  expect((stale.body as unknown as { current: { subject: string } }).current.subject).toBe("Zwei");
});

test("sending a draft takes its files along and happens once", async () => {
  const before = await claimedBlobs();
  const { id } = (await app.call(api.createDraft, { body: { subject: "Einladung" } }, office)).body;
  await attach(id, "Plan.pdf");
  const form = messageForm({ subject: "Einladung", recipientIds: [member.id], draftId: id }, [
    { name: "Dazu.pdf", bytes: PDF },
  ]);
  const foreign = await app.call(
    api.sendMessage,
    messageForm({ subject: "Einladung", recipientIds: [member.id], draftId: id }),
    member,
  );
  expect([403, 409]).toContain(foreign.status);
  const tries = await Promise.all([1, 2].map(() => app.call(api.sendMessage, form, office)));
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const sent = tries.find(({ status }) => status === 201);
  expect(sent?.body.attachments.map(({ name }) => name)).toEqual(["Plan.pdf", "Dazu.pdf"]);
  expect((await app.call(api.getDraft, { params: { id } }, office)).status).toBe(404);
  const download = await app.call(
    api.getAttachment,
    { params: { id: sent?.body.id ?? "", attachment: sent?.body.attachments[0]?.id ?? "" } },
    member,
  );
  expect(download.bytes.equals(PDF)).toBe(true);
  expect(await claimedBlobs()).toBe(before + 2);
});

test("a refused message leaves the draft as it is", async () => {
  const { id } = (await app.call(api.createDraft, { body: { subject: "Einladung" } }, office)).body;
  await attach(id, "Plan.pdf");
  const refused = await app.call(
    api.sendMessage,
    messageForm({ subject: "Einladung", recipientIds: [], draftId: id }),
    office,
  );
  expect(refused.status).toBe(422);
  expect((await app.call(api.getDraft, { params: { id } }, office)).body.attachments).toHaveLength(
    1,
  );
});

test("files are checked, counted together and given up with the draft", async () => {
  const before = await claimedBlobs();
  const { id } = (await app.call(api.createDraft, { body: {} }, office)).body;
  expect((await attach(id, "x.html", Buffer.from("<html></html>"))).status).toBe(415);
  const big = Buffer.concat([PDF, Buffer.alloc(18 * 1024 * 1024)]);
  expect((await attach(id, "1.pdf", big)).status).toBe(201);
  const second = await attach(id, "2.pdf", big);
  expect(second.status).toBe(201);
  expect((await attach(id, "3.pdf", big)).status).toBe(413);
  expect(
    (await attach(id, "4.pdf", Buffer.concat([PDF, Buffer.alloc(21 * 1024 * 1024)]))).status,
  ).toBe(413);
  expect(
    (
      await app.call(
        api.deleteDraftAttachment,
        { params: { id, attachment: second.body.id } },
        office,
      )
    ).status,
  ).toBe(204);
  expect(await claimedBlobs()).toBe(before + 1);
  expect((await app.call(api.deleteDraft, { params: { id } }, office)).status).toBe(204);
  expect(await claimedBlobs()).toBe(before);
});

test("a forwarded message's files come along into the draft, one's own only", async () => {
  const message = await aMessage(app, office, { recipientIds: [office.id] }, [
    { name: "Plan.pdf", bytes: PDF },
  ]);
  const draft = await app.call(
    api.createDraft,
    { body: { forwardAttachmentsOf: message.id, replyTo: message.id } },
    office,
  );
  expect(draft.body.attachments.map(({ name }) => name)).toEqual(["Plan.pdf"]);
  expect(draft.body.replyTo).toBe(message.id);
  expect(
    (await app.call(api.createDraft, { body: { forwardAttachmentsOf: message.id } }, member))
      .status,
  ).toBe(422);
  expect(
    (await app.call(api.createDraft, { body: { replyTo: message.id } }, member)).body.replyTo,
  ).toBeNull();
});

test("an answer can be sent when the message it answers has been removed from the list meanwhile", async () => {
  const message = await aMessage(app, office, { recipientIds: [member.id] });
  const values = { recipientIds: [office.id], subject: "AW: Danke", replyTo: message.id };
  const draft = await app.call(api.createDraft, { body: values }, member);
  expect((await app.call(api.deleteMessage, { params: { id: message.id } }, member)).status).toBe(
    204,
  );
  const answer = await aMessage(app, member, { ...values, draftId: draft.body.id });
  expect(answer).toMatchObject({ replyTo: message.id, recipientCount: 1 });
  const stranger = await app.user(office.tenant, {
    lastname: "Fremd",
    permissions: ["SEND_MESSAGE"],
  });
  expect(
    (
      await app.call(
        api.sendMessage,
        messageForm({ subject: "AW", recipientIds: [office.id], replyTo: message.id }),
        stranger,
      )
    ).status,
  ).toBe(422);
});

test("a list of drafts to very many people stays small; the draft itself has everything", async () => {
  const recipientIds = Array.from(
    { length: 20_000 },
    (_, index) => `0192d3a0-0000-7000-8000-${String(index).padStart(12, "0")}`,
  );
  const values = {
    subject: "An alle",
    messageContent: `<p>${"Wort ".repeat(20_000)}</p>`,
    recipientIds,
  };
  const { body: draft } = await app.call(api.createDraft, { body: values }, office);
  const { body: list } = await app.call(api.searchDrafts, { query: { size: 200 } }, office);
  expect(list.content.find(({ id }) => id === draft.id)).toMatchObject({
    subject: "An alle",
    messageContent: "",
    recipientIds: recipientIds.slice(0, 20),
  });
  expect(JSON.stringify(list).length).toBeLessThan(20_000);
  expect(
    (await app.call(api.getDraft, { params: { id: draft.id } }, office)).body.recipientIds,
  ).toEqual(recipientIds);
});
