import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { groupsContract as groups } from "#modules/members/groups-contract.ts";
import { searchContract } from "#modules/search/contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { aRun } from "#platform/server/testing/jobs.ts";
import { messagesContract as api, type MessageRequest } from "../../contract.ts";
import { aMessage, messageForm } from "../testing.ts";
import { releaseMessage } from "./release-message.ts";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

let app: TestApp;
let office: TestUser;
let member: TestUser;
let other: TestUser;
let admin: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  office = await app.user(club, { lastname: "Büro", permissions: ["SEND_MESSAGE"] });
  member = await app.user(club, { lastname: "Mitglied", email: "mitglied@example.org" });
  other = await app.user(club, { lastname: "Andere", permissions: ["SEND_MESSAGE"] });
  stranger = await app.user(await app.tenant("beta"), { isAdmin: true });
});
afterAll(() => app?.close());

function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [office.tenant.id]);
    return (await client.query<Row>(text, values)).rows;
  });
}
const hold = (request: Partial<MessageRequest> = {}, sender = office) =>
  aMessage(app, sender, { recipientIds: [member.id], callBackSeconds: 60, ...request }, [
    { name: "Plan.pdf", bytes: PDF },
  ]);
const release = (messageId: string) =>
  releaseMessage.bind(app.services)({ messageId }, aRun(app.services, office.tenant.id));
const callBack = (id: string, as = office) => app.call(api.callBackMessage, { params: { id } }, as);
const received = async (as: TestUser, q?: string) =>
  (await app.call(api.searchMessages, { query: q === undefined ? {} : { q } }, as)).body.content;
const problemOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code: string }).code,
];

describe("a message that can be called back", () => {
  test("is its sender's alone until it is released, and everybody's then", async () => {
    const sent = await hold({ subject: "Geheimnisvoll" });
    const [attachment] = sent.attachments;
    expect(sent).toMatchObject({
      recipientIds: [member.id],
      recipientCount: 1,
      delivery: { recipients: 1, mailed: 0 },
    });
    expect(sent.can).toEqual(expect.arrayContaining(["CALL_BACK"]));
    expect(sent.can).not.toContain("DELETE");
    const ahead = Date.parse(sent.heldUntil ?? "") - Date.now();
    expect([ahead > 30_000, ahead <= 60_000]).toEqual([true, true]);

    const params = { id: sent.id };
    const file = { params: { ...params, attachment: attachment?.id ?? "" } };
    const seenBy = async (who: TestUser) => ({
      inbox: (await received(who)).map(({ id }) => id),
      search: (await received(who, "Geheimnisvoll")).length,
      found: JSON.stringify(
        (await app.call(searchContract.search, { query: { q: "Geheimnisvoll" } }, who)).body,
      ),
      unread: (await app.call(api.searchUnread, {}, who)).body.totalElements,
      message: (await app.call(api.getMessage, { params }, who)).status,
      file: (await app.call(api.getAttachment, file, who)).status,
    });
    const before = await seenBy(member);
    expect(before).toMatchObject({ inbox: [], search: 0, unread: 0, message: 404, file: 404 });
    expect(before.found).not.toContain(sent.id);
    expect((await app.call(api.getMessage, { params }, office)).status).toBe(200);

    await release(sent.id);
    expect(await seenBy(member)).toMatchObject({
      inbox: [sent.id],
      search: 1,
      unread: 1,
      message: 200,
      file: 200,
    });
    const after = (await app.call(api.getMessage, { params }, office)).body;
    expect(after).toMatchObject({ heldUntil: null, recipientCount: 1 });
    expect(after.can).toEqual(expect.arrayContaining(["DELETE"]));
    expect(after.can).not.toContain("CALL_BACK");
  });

  test("becomes a draft with everything that was in it, and no one hears of it", async () => {
    const group = { name: "Chor", color: "GRAY" as const, permissions: [] };
    const { body: choir } = await app.call(groups.createGroup, { body: group }, admin);
    const question = await aMessage(app, other, { recipientIds: [office.id] });
    const sent = await hold({
      subject: "Zu früh",
      messageContent: "<p>Text</p>",
      recipientGroupIds: [choir.id],
      replyTo: question.id,
    });
    const unanswered = await app.call(api.getMessage, { params: { id: question.id } }, office);
    expect(unanswered.body.replied).toBe(false);
    const draft = await callBack(sent.id);
    expect(draft.status).toBe(200);
    expect(draft.body).toMatchObject({
      subject: "Zu früh",
      messageContent: "<p>Text</p>",
      recipientIds: [member.id],
      recipientGroupIds: [choir.id],
      replyTo: question.id,
      attachments: [{ name: "Plan.pdf" }],
    });
    const attachment = draft.body.attachments[0]?.id ?? "";
    const file = await app.call(
      api.getDraftAttachment,
      { params: { id: draft.body.id, attachment } },
      office,
    );
    expect(file.bytes.equals(PDF)).toBe(true);

    await release(sent.id);
    await app.runJobs();
    expect((await app.call(api.getMessage, { params: { id: sent.id } }, office)).status).toBe(404);
    expect((await received(member)).map(({ subject }) => subject)).not.toContain("Zu früh");
    expect(await sql("SELECT 1 FROM message_mail WHERE message_id = $1", [sent.id])).toEqual([]);

    // Mended and sent, it goes out once, with its file.
    const again = await app.call(
      api.sendMessage,
      messageForm({
        subject: "Zur rechten Zeit",
        recipientIds: [member.id],
        draftId: draft.body.id,
      }),
      office,
    );
    expect(again.body.attachments).toMatchObject([{ name: "Plan.pdf" }]);
    expect((await received(member, "rechten")).map(({ id }) => id)).toEqual([again.body.id]);
  });

  test("is called back by nobody else, and not twice", async () => {
    const sent = await hold();
    expect((await callBack(sent.id, member)).status).toBe(404);
    expect((await callBack(sent.id, other)).status).toBe(404);
    expect((await callBack(sent.id, admin)).status).toBe(404);
    expect((await callBack(sent.id, stranger)).status).toBe(404);
    expect((await callBack(sent.id)).status).toBe(200);
    expect((await callBack(sent.id)).status).toBe(404);
  });

  test("once it has gone out, nobody calls it back", async () => {
    const sent = await hold();
    await release(sent.id);
    expect(problemOf(await callBack(sent.id))).toEqual([409, "ALREADY_SENT"]);
    expect(problemOf(await callBack(sent.id, member))).toEqual([409, "ALREADY_SENT"]);
    expect((await received(member)).map(({ id }) => id)).toContain(sent.id);
    const plain = await aMessage(app, office, { recipientIds: [member.id] });
    expect(problemOf(await callBack(plain.id))).toEqual([409, "ALREADY_SENT"]);
  });

  test("is not removed from the sender's list meanwhile: it would go out unseen", async () => {
    const sent = await hold();
    const answer = await app.call(api.deleteMessage, { params: { id: sent.id } }, office);
    expect(problemOf(answer)).toEqual([409, "STILL_HELD"]);
    await release(sent.id);
    expect((await app.call(api.deleteMessage, { params: { id: sent.id } }, office)).status).toBe(
      204,
    );
  });

  test("releasing twice has one effect, also where calling back comes at the same time", async () => {
    for (let round = 0; round < 20; round++) {
      const sent = await hold({ subject: `Runde ${round}` });
      const [answer] = await Promise.all([callBack(sent.id), release(sent.id), release(sent.id)]);
      const arrived = (await received(member, `Runde ${round}`)).filter(({ id }) => id === sent.id);
      expect([answer.status, arrived.length]).toEqual(answer.status === 200 ? [200, 0] : [409, 1]);
    }
  });

  test("who left meanwhile receives nothing; an answered message is answered with the release", async () => {
    const leaver = await app.user(office.tenant, { lastname: "Geht" });
    const question = await aMessage(app, other, { recipientIds: [office.id] });
    const sent = await hold({ recipientIds: [leaver.id, member.id], replyTo: question.id });
    expect(sent.recipientCount).toBe(2);
    const gone = await app.call(usersContract.deleteUser, { params: { id: leaver.id } }, admin);
    expect(gone.status).toBe(204);
    await release(sent.id);
    const { body } = await app.call(api.getMessage, { params: { id: sent.id } }, office);
    expect(body).toMatchObject({ recipientCount: 1, delivery: { recipients: 1 } });
    expect(
      (await app.call(api.getMessage, { params: { id: question.id } }, office)).body.replied,
    ).toBe(true);
    expect(
      await sql("SELECT 1 FROM message_held_recipient WHERE message_id = $1", [sent.id]),
    ).toEqual([]);
  });

  test("a repeated call sends nothing anew after the message was called back", async () => {
    const form = messageForm({
      subject: "Einmal",
      recipientIds: [member.id],
      callBackSeconds: 60,
    });
    const headers = { ...form.headers, "idempotency-key": "zurueckgeholt" };
    const first = await app.call(api.sendMessage, { ...form, headers }, office);
    expect((await callBack(first.body.id)).status).toBe(200);
    const second = await app.call(api.sendMessage, { ...form, headers }, office);
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    await app.runJobs();
    expect(await received(member, "Einmal")).toEqual([]);
  });

  test("waits in the queue for its time; at most a minute is allowed", async () => {
    const sent = await hold();
    const [job] = await sql<{ run_at: Date }>(
      `SELECT run_at FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'messages:release-message' AND j.payload::text LIKE $1`,
      [`%${sent.id}%`],
    );
    expect(job?.run_at.toISOString()).toBe(sent.heldUntil);
    const refused = await app.call(
      api.sendMessage,
      messageForm({ subject: "Lang", recipientIds: [member.id], callBackSeconds: 61 }),
      office,
    );
    expect(refused.status).toBe(400);
  });
});
