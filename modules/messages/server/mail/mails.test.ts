import { sql as kyselySql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { sqlOf, systemActor } from "#platform/server/database/database.ts";
import type { TenantRun } from "#platform/server/jobs/job.ts";
import { createMailTransport } from "#platform/server/mail/mail-transport.ts";
import { enqueueMail, sendMail } from "#platform/server/mail/send-mail.ts";
import { aRun } from "#platform/server/testing/jobs.ts";
import { EXCEL_TYPE, xlsx } from "#platform/server/testing/office-files.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { messageMailsContract as api } from "../../mail-contract.ts";
import { messagesContract } from "../../contract.ts";
import { aMessage } from "../testing.ts";
import { deliverMails, mailDeliverer } from "./deliver.ts";
import { makeDigests } from "./digests.ts";
import { prepareMails } from "./prepare-mails.ts";
import { claimMails } from "./queue-queries.ts";
import { mailServer, type ReceivedMail, type TestMailServer } from "./testing.ts";

let app: TestApp;
let admin: TestUser;
let server: TestMailServer;
let clubs = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  server = await mailServer();
  admin = await app.user(await app.tenant(`verein${++clubs}`, "TSV Grünhausen"), {
    firstname: "Vera",
    lastname: "Vorstand",
    isAdmin: true,
    email: "vera@example.org",
  });
});
afterEach(() => server.stop());

const run = () => aRun(app.services, admin.tenant.id);

/** Past the application's rights, in the club of the test. */
function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [admin.tenant.id]);
    return (await client.query<Row>(text, values)).rows;
  });
}

const settle = (messageId: string) => prepareMails.bind(app.services)({ messageId }, run());
const digest = (day: string) => makeDigests.bind(app.services)({ day }, run());
const sender = () =>
  deliverMails.bind({
    ...app.services,
    environment: {
      ...app.services.environment,
      smtpUrl: server.url,
      mailFrom: "Dienst <dienst@verein.example>",
    },
  });
/** One turn of sending; what waits for a later try is brought forward. */
const deliver = async (
  send: (payload: { outages: number }, context: TenantRun) => Promise<void> = sender(),
) => {
  await sql(
    "UPDATE message_mail SET next_attempt_at = now() WHERE state = 'QUEUED' AND tenant_id = $1",
    [admin.tenant.id],
  );
  await send({ outages: 0 }, run());
};
const mails = () =>
  sql<{
    address: string;
    state: string;
    failure: string | null;
    response: string | null;
    attempts: number;
  }>(
    "SELECT address, state, failure, response, attempts FROM message_mail WHERE tenant_id = $1 ORDER BY address",
    [admin.tenant.id],
  );
const member = (firstname: string, email?: string, lastname = "Muster") =>
  app.user(admin.tenant, { firstname, lastname, ...(email === undefined ? {} : { email }) });
const wants = (user: TestUser, setting: string) =>
  sql("UPDATE member SET message_mail = $2 WHERE id = $1", [user.id, setting]);

async function sent(
  to: readonly TestUser[],
  request: Parameters<typeof aMessage>[2] = {},
  files?: Parameters<typeof aMessage>[3],
) {
  const message = await aMessage(
    app,
    admin,
    { recipientIds: to.map(({ id }) => id), ...request },
    files,
  );
  await settle(message.id);
  return message;
}

const header = (mail: ReceivedMail | undefined, key: string) =>
  mail?.headers.find((one) => one.key === key)?.value;

describe("a message by mail", () => {
  test("has text and HTML in the club's look, and answers go to its sender", async () => {
    const lina = await member("Lina", "lina@example.org");
    const message = await sent([lina], {
      subject: "Sommerfest",
      messageContent: "<p>Bitte <b>Kuchen</b> mitbringen.</p>",
    });
    await deliver();
    const [mail, ...others] = await server.received();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: "lina@example.org",
      subject: "Sommerfest",
      from: { name: "Vera Vorstand über TSV Grünhausen", address: "dienst@verein.example" },
      replyTo: [{ name: "Vera Vorstand", address: "vera@example.org" }],
      to: [{ name: "Lina Muster", address: "lina@example.org" }],
    });
    expect(mail?.html).toContain("Bitte <b>Kuchen</b> mitbringen.");
    expect(mail?.text).toContain("Bitte Kuchen mitbringen.");
    expect(mail?.text).toContain(
      "Diese Nachricht ging an Lina Muster. Ihre Antwort geht an Vera Vorstand.",
    );
    // Without a login there is nothing to open: the mail holds everything.
    expect(mail?.html).not.toContain("Nachricht öffnen");
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@verein\.example>$/);
    const { body } = await app.call(api.getDelivery, { params: { id: message.id } }, admin);
    expect(body).toMatchObject({
      recipients: 1,
      mailed: 1,
      failed: 0,
      waiting: 0,
      read: 0,
      withoutMail: 0,
      mailOff: 0,
      delay: null,
      failures: [],
    });
  });

  test("goes once to a family's mailbox and names everybody; who wants none or has no address gets none", async () => {
    const family = [
      await member("Max", "Familie@example.org"),
      await member("Lina", "familie@example.org"),
      await member("Ole", "familie@example.org"),
    ];
    await wants(family[1] as TestUser, "DAILY");
    await wants(family[2] as TestUser, "NONE");
    await sql("UPDATE member SET email = ' familie@example.org ' WHERE id = $1", [family[1]?.id]);
    const others = [await member("Nina"), await member("Karl", "karl@example.org")];
    await wants(others[1] as TestUser, "NONE");
    const message = await sent([...family, ...others]);
    await settle(message.id);
    await deliver();
    await deliver();
    const received = await server.received();
    expect(received.map(({ recipient }) => recipient.toLowerCase())).toEqual([
      "familie@example.org",
    ]);
    expect(received[0]?.text).toContain("Diese Nachricht ging an Lina Muster und Max Muster.");
    const { body } = await app.call(api.getDelivery, { params: { id: message.id } }, admin);
    expect(body).toMatchObject({
      recipients: 5,
      mailed: 2,
      failed: 0,
      waiting: 0,
      withoutMail: 1,
      mailOff: 2,
    });
  });

  test("carries small attachments along and says so of large ones", async () => {
    const lina = await member("Lina", "lina@example.org");
    const pdf = (size: number) =>
      Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(size, 65), Buffer.from("\n%%EOF\n")]);
    await sent([lina], { subject: "Klein" }, [
      { name: "Einladung Grüße.pdf", bytes: pdf(1_000) },
      { name: "Dienstplan.xlsx", bytes: xlsx() },
    ]);
    await sent([lina], { subject: "Groß" }, [{ name: "Heft.pdf", bytes: pdf(6_000_000) }]);
    await deliver();
    const [small, large] = ["Klein", "Groß"].map(async (subject) =>
      (await server.received()).find((mail) => mail.subject === subject),
    );
    expect((await small)?.attachments).toMatchObject([
      { filename: "Einladung Grüße.pdf", mimeType: "application/pdf" },
      { filename: "Dienstplan.xlsx", mimeType: EXCEL_TYPE },
    ]);
    expect((await large)?.attachments).toEqual([]);
    expect((await large)?.text).toContain("Heft.pdf");
  });

  test("cannot be given headers of its own by names, subjects, addresses or file names", async () => {
    await sql(
      "UPDATE member SET first_name = E'Vera\"\\r\\nBcc: opfer@example.org', email = E'vera@example.org\\r\\nX-Evil: 1' WHERE id = $1",
      [admin.id],
    );
    const evil = await member("Eva", "eva@example.org");
    await sql(
      "UPDATE member SET last_name = E'Muster\\r\\nX-Evil: 2\\r\\n\\r\\n<script>' WHERE id = $1",
      [evil.id],
    );
    const message = await sent([evil], { subject: "Hallo" }, [
      { name: "Bild.pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF\n") },
    ]);
    await sql(
      "UPDATE message SET subject = E'Hallo\\r\\nBcc: opfer@example.org\\r\\n\\r\\nText' WHERE id = $1",
      [message.id],
    );
    await sql(
      "UPDATE message_attachment SET name = E'a.pdf\\r\\nX-Evil: 3' WHERE message_id = $1",
      [message.id],
    );
    await deliver();
    const received = await server.received();
    expect(received.map(({ recipient }) => recipient)).toEqual(["eva@example.org"]);
    expect(received[0]?.bcc ?? []).toEqual([]);
    expect(received[0]?.headers.map(({ key }) => key)).not.toContain("x-evil");
    expect(received[0]?.html).not.toContain("<script>");
  });

  test("finds a recipient address of more than one line refused, not split", async () => {
    const evil = await member("Eva", "eva@example.org");
    await sql(
      "UPDATE member SET email = E'eva@example.org>\\r\\nRCPT TO:<opfer@example.org' WHERE id = $1",
      [evil.id],
    );
    await sent([evil]);
    await deliver();
    expect(await mails()).toMatchObject([{ state: "FAILED" }]);
    expect(server.count()).toBe(0);
  });

  test("is not sent any more to somebody who went while the mail server was down", async () => {
    const [lina, max] = [
      await member("Lina", "lina@example.org"),
      await member("Max", "max@example.org"),
    ];
    const message = await sent([lina, max]);
    await app.call(usersContract.deleteUser, { params: { id: lina.id } }, admin);
    await deliver();
    expect((await server.received()).map(({ recipient }) => recipient)).toEqual([
      "max@example.org",
    ]);
    expect(
      (await app.call(api.getDelivery, { params: { id: message.id } }, admin)).body,
    ).toMatchObject({ mailed: 1, waiting: 0 });
  });
});

describe("a mail server that", () => {
  test("refuses one address for good: the sender sees it, others arrive, and it can be sent again to a mended address", async () => {
    const [lina, max] = [
      await member("Lina", "lina@example.org"),
      await member("Max", "max@example.org"),
    ];
    server.behaviour = (to) =>
      to === "max@example.org" ? { code: 550, text: "5.1.1 no such user", at: "RCPT" } : "TAKE";
    const message = await sent([lina, max]);
    await deliver();
    const { body } = await app.call(api.getDelivery, { params: { id: message.id } }, admin);
    expect(body).toMatchObject({ recipients: 2, mailed: 1, failed: 1, waiting: 0 });
    expect(body.failures).toMatchObject([
      {
        user: { id: max.id },
        address: "max@example.org",
        reason: "ADDRESS",
        text: expect.stringContaining("Adresse"),
      },
    ]);
    expect(body.failures[0]?.response).toContain("no such user");
    expect(
      (await app.call(messagesContract.getMessage, { params: { id: message.id } }, admin)).body
        .delivery,
    ).toEqual({
      recipients: 2,
      mailed: 1,
      failed: 1,
      read: 0,
    });
    await deliver();
    expect(server.count()).toBe(1);
    // Nobody but the sender sees it.
    expect((await app.call(api.getDelivery, { params: { id: message.id } }, lina)).status).toBe(
      404,
    );
    await sql("UPDATE member SET email = 'max.neu@example.org' WHERE id = $1", [max.id]);
    await app.call(api.retryMails, { params: { id: message.id } }, admin);
    await deliver();
    expect((await server.received()).map(({ recipient }) => recipient)).toEqual([
      "lina@example.org",
      "max.neu@example.org",
    ]);
  });

  test("asks to try later gets the same mail again, under the same Message-ID", async () => {
    const lina = await member("Lina", "lina@example.org");
    const seen: string[] = [];
    server.behaviour = () =>
      seen.push("x") <= 4 ? { code: 451, text: "4.7.1 greylisted", at: "DATA" } : "TAKE";
    const message = await sent([lina]);
    await deliver();
    const waiting = (await app.call(api.getDelivery, { params: { id: message.id } }, admin)).body;
    expect(waiting).toMatchObject({
      mailed: 0,
      waiting: 1,
      delay: { response: expect.stringContaining("greylisted") },
    });
    expect(new Date(waiting.delay?.nextAttemptAt ?? 0).getTime()).toBeGreaterThan(
      Date.now() + 60_000,
    );
    const [{ id } = { id: "" }] = await sql<{ id: string }>(
      "SELECT id FROM message_mail WHERE message_id = $1",
      [message.id],
    );
    for (let round = 0; round < 4; round++) await deliver();
    expect((await server.received()).map(({ messageId }) => messageId)).toEqual([
      `<${id}@verein.example>`,
    ]);
  });

  test("is not there changes nothing but the time: no try counts, and everything goes out afterwards", async () => {
    const people = await Promise.all(
      Array.from({ length: 25 }, (_, index) => member(`Person ${index}`, `p${index}@example.org`)),
    );
    await sent(people);
    const { port } = server;
    await server.stop();
    await deliver();
    expect(new Set((await mails()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(["QUEUED 0"]),
    );
    const [{ run_at } = { run_at: new Date() }] = await sql<{ run_at: Date }>(
      "SELECT run_at FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'messages:deliver-mails' AND j.payload ->> 'tenantId' = $1",
      [admin.tenant.id],
    );
    expect(run_at.getTime()).toBeGreaterThan(Date.now() + 5_000);
    server = await mailServer({ port });
    await deliver();
    expect(new Set((await server.received()).map(({ recipient }) => recipient)).size).toBe(25);
    expect(server.count()).toBe(25);
  });

  test("dies half-way takes the rest later; a mail in flight may come twice, under one Message-ID", async () => {
    const people = await Promise.all(
      Array.from({ length: 40 }, (_, index) => member(`Person ${index}`, `p${index}@example.org`)),
    );
    await sent(people);
    let asked = 0;
    server.behaviour = () => (++asked === 30 ? "CUT" : "TAKE");
    await deliver();
    server.behaviour = () => "TAKE";
    await deliver();
    const received = await server.received();
    expect(new Set(received.map(({ recipient }) => recipient)).size).toBe(40);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(40);
    expect(new Set((await mails()).map(({ state }) => state))).toEqual(new Set(["SENT"]));
  });

  test("hangs over one mail loses nothing: the others arrive, and this one is tried again", async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, index) => member(`Person ${index}`, `p${index}@example.org`)),
    );
    await sent(people);
    server.behaviour = (to) => (to === "p3@example.org" ? "HANG" : "TAKE");
    const impatient = mailDeliverer(
      app.services,
      createMailTransport({
        smtpUrl: server.url,
        mailFrom: "dienst@verein.example",
        dataDir: "",
        connections: 5,
        silenceMs: 500,
      }),
    );
    await deliver(impatient);
    expect(server.count()).toBe(11);
    expect((await mails()).filter(({ state }) => state === "QUEUED")).toMatchObject([
      { address: "p3@example.org", attempts: 0 },
    ]);
    server.behaviour = () => "TAKE";
    await deliver(impatient);
    expect(server.count()).toBe(12);
  });

  test("hangs altogether holds up neither password mails nor other work", async () => {
    const people = await Promise.all(
      Array.from({ length: 30 }, (_, index) => member(`Person ${index}`, `p${index}@example.org`)),
    );
    await sent(people);
    const jobs = await sql<{ identifier: string; queue: string | null; priority: number }>(
      `SELECT t.identifier, q.queue_name AS queue, j.priority FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id WHERE j.payload ->> 'tenantId' = $1 AND t.identifier = 'messages:deliver-mails'`,
      [admin.tenant.id],
    );
    // However many mails wait: one job of the club, in the one queue of such mails.
    expect(jobs).toEqual([
      { identifier: "messages:deliver-mails", queue: "message-mails", priority: 0 },
    ]);
    await app.services.database.write(admin.tenant.id, systemActor(), (tx) =>
      enqueueMail(tx, {
        to: { address: "max@example.org" },
        subject: "Neues Passwort",
        text: "",
        html: "",
        urgent: true,
      }),
    );
    const [urgent] = await sql<{ queue: string; priority: number }>(
      `SELECT q.queue_name AS queue, j.priority FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id WHERE j.payload ->> 'tenantId' = $1 AND t.identifier = $2`,
      [admin.tenant.id, sendMail.id],
    );
    expect(urgent).toEqual({ queue: "mail-urgent", priority: -10 });
  });

  test("refuses the sender or the log-in is out of order: nobody's mail fails for it", async () => {
    await sent([await member("Lina", "lina@example.org")]);
    const url = new URL(server.url);
    const locked = deliverMails.bind({
      ...app.services,
      environment: { ...app.services.environment, smtpUrl: `smtp://user:wrong@${url.host}` },
    });
    await deliver(locked);
    expect(await mails()).toMatchObject([{ state: "QUEUED", attempts: 0 }]);
  });
});

describe("two workers", () => {
  test("never send a mail twice", async () => {
    const people = await Promise.all(
      Array.from({ length: 60 }, (_, index) => member(`Person ${index}`, `p${index}@example.org`)),
    );
    const message = await sent(people);
    await Promise.all([settle(message.id), settle(message.id)]);
    await sql("UPDATE message_mail SET next_attempt_at = now() WHERE state = 'QUEUED'");
    await Promise.all([
      sender()({ outages: 0 }, run()),
      sender()({ outages: 0 }, run()),
      sender()({ outages: 0 }, run()),
    ]);
    expect(server.count()).toBe(60);
    expect(new Set((await server.received()).map(({ recipient }) => recipient)).size).toBe(60);
  });

  test("take no more at once than they send at once, however the database looks for them", async () => {
    const people = await Promise.all(
      Array.from({ length: 30 }, (_, index) => member(`Person ${index}`, `p${index}@example.org`)),
    );
    await sent(people);
    const PLANS = ["hashjoin", "mergejoin", "material", "hashagg", "sort"];
    const claimed = await app.services.database.write(
      admin.tenant.id,
      systemActor(),
      async (tx) => {
        for (const plan of PLANS)
          await kyselySql`SELECT set_config(${`enable_${plan}`}, 'off', true)`.execute(sqlOf(tx));
        return claimMails(tx, 10, 1_000);
      },
    );
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(10);
    expect(claimed).toHaveLength(10);
  });

  test("take mails to a few people before a message to very many", async () => {
    await sql(
      `INSERT INTO member (id, member_number, first_name, last_name, email, search_text, name_sound)
       SELECT gen_random_uuid(), 'V' || n, 'Vorname' || n, 'Nachname', 'viele' || n || '@example.org', '', '' FROM generate_series(1, 250) n`,
    );
    const many = await sql<{ id: string }>(
      "SELECT id FROM member WHERE tenant_id = $1 AND email LIKE 'viele%'",
      [admin.tenant.id],
    );
    await sent(many as unknown as TestUser[], { subject: "An alle" });
    await sent([await member("Lina", "lina@example.org")], { subject: "Nur kurz" });
    await deliver();
    expect((await server.received()).slice(0, 10).map(({ subject }) => subject)).toContain(
      "Nur kurz",
    );
  });
});

describe("the digest of the day", () => {
  test("tells all unread messages in one mail per mailbox, once, however often it is asked for", async () => {
    const [lina, max, nina] = [
      await member("Lina", "familie@example.org"),
      await member("Max", "familie@example.org"),
      await member("Nina", "nina@example.org"),
    ];
    for (const user of [lina, max, nina]) await wants(user, "DAILY");
    await sent([lina, max, nina], { subject: "Erste", messageContent: "<p>Eins</p>" });
    await sent([max], { subject: "Zweite", messageContent: "<p>Zwei</p>" });
    const read = await sent([nina], { subject: "Dritte" });
    await app.call(messagesContract.setRead, { params: { id: read.id }, query: {} }, nina);
    await deliver();
    expect(server.count()).toBe(0);
    await Promise.all([digest("2027-03-28"), digest("2027-03-28")]);
    await deliver();
    await digest("2027-03-28");
    await deliver();
    const received = (await server.received()).toSorted((a, b) =>
      a.recipient.localeCompare(b.recipient),
    );
    expect(received.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ["familie@example.org", "2 neue Nachrichten von TSV Grünhausen"],
      ["nina@example.org", "Neue Nachricht: Erste"],
    ]);
    expect(received[0]?.text).toContain("Eins");
    expect(received[0]?.text).toContain("Zwei");
    expect(received[0]?.text).toContain("Lina Muster und Max Muster");
    // The next day there is nothing new.
    await digest("2027-03-29");
    await deliver();
    expect(server.count()).toBe(2);
  });
});

describe("unsubscribing", () => {
  test("works with one click from the mail program and by the page, for everybody at the address, and shows in the history", async () => {
    const [lina, max] = [
      await member("Lina", "familie@example.org"),
      await member("Max", "familie@example.org"),
    ];
    await sent([lina, max]);
    await deliver();
    const [mail] = await server.received();
    const address = /<(.+)>/.exec(header(mail, "list-unsubscribe") ?? "")?.[1] ?? "";
    expect(header(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const token = address.split("/").pop() ?? "";
    const params = { token };
    // Opening it changes nothing: programs that look at links do so.
    expect((await app.call(api.getSubscription, { params }, null, admin.tenant)).body).toEqual({
      names: ["Lina Muster", "Max Muster"],
      setting: "IMMEDIATE",
    });
    const answer = await app.call(
      api.unsubscribe,
      {
        params,
        body: Buffer.from("List-Unsubscribe=One-Click"),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      },
      null,
      admin.tenant,
    );
    expect(answer.status).toBe(204);
    expect((await app.call(api.getSubscription, { params }, null, admin.tenant)).body.setting).toBe(
      "NONE",
    );
    expect((await app.call(usersContract.getMe, {}, lina)).body.settings.messageMail).toBe("NONE");
    await sent([lina, max]);
    await deliver();
    expect(server.count()).toBe(1);
    await app.call(
      api.changeSubscription,
      { params, query: { setting: "DAILY" } },
      null,
      admin.tenant,
    );
    expect((await app.call(usersContract.getMe, {}, max)).body.settings.messageMail).toBe("DAILY");
    // Somebody who has another address by now is not meant any more.
    await sql("UPDATE member SET email = 'max@example.org' WHERE id = $1", [max.id]);
    expect(
      (await app.call(api.getSubscription, { params }, null, admin.tenant)).body.names,
    ).toEqual(["Lina Muster"]);
  });

  test("is not possible with a guessed, changed or foreign link", async () => {
    const lina = await member("Lina", "lina@example.org");
    await sent([lina]);
    await deliver();
    const token = (
      /message-mail\/([^>]+)>/.exec(
        header((await server.received())[0], "list-unsubscribe") ?? "",
      )?.[1] ?? ""
    ).trim();
    const other = await app.tenant(`fremd${clubs}`);
    const [mailId = ""] = token.split(".");
    for (const wrong of [
      `${token.slice(0, -2)}AA`,
      `${mailId}.`,
      mailId,
      `${lina.id}.${token.split(".")[1] ?? ""}`,
      "x",
    ]) {
      expect(
        (
          await app.call(
            api.changeSubscription,
            { params: { token: wrong }, query: { setting: "NONE" } },
            null,
            admin.tenant,
          )
        ).status,
      ).toBe(404);
    }
    expect(
      (
        await app.call(
          api.changeSubscription,
          { params: { token }, query: { setting: "NONE" } },
          null,
          other,
        )
      ).status,
    ).toBe(404);
    expect((await app.call(usersContract.getMe, {}, lina)).body.settings.messageMail).toBe(
      "IMMEDIATE",
    );
  });
});
