import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { systemActor } from "../database/database.ts";
import { diskBlobStore } from "../blobs/disk-blobs.ts";
import type { MailMessage } from "./mail-message.ts";
import { createMailTransport } from "./mail-transport.ts";
import { enqueueMail, mailSender } from "./send-mail.ts";
import { renderMail } from "./mail-layout.ts";

const message: MailMessage = {
  to: { name: "Jörg Groß", address: "joerg@example.org" },
  fromName: "TSV Grünhausen",
  subject: "Einladung für Sie",
  text: "Grüße",
  html: "<p>Grüße</p>",
};

describe("without SMTP", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app?.close());

  async function written(): Promise<Email[]> {
    const folder = join(app.services.environment.dataDir, "mail");
    const names = await readdir(folder).catch(() => [] as string[]);
    return Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
  }

  test("a mail becomes a file that mail programs open, once the cause is committed", async () => {
    const tenant = await app.tenant("alpha");
    await expect(
      app.services.database.write(tenant.id, systemActor(), async (tx) => {
        await enqueueMail(tx, { ...message, subject: "Nie gesendet" });
        throw new Error("the cause failed");
      }),
    ).rejects.toThrow("the cause failed");
    await app.services.database.write(tenant.id, systemActor(), (tx) => enqueueMail(tx, message));
    await app.runJobs();
    const mails = await written();
    expect(mails.map(({ subject }) => subject)).toEqual(["Einladung für Sie"]);
    expect(mails[0]?.to).toEqual([{ name: "Jörg Groß", address: "joerg@example.org" }]);
    expect(mails[0]?.from).toMatchObject({ name: "TSV Grünhausen" });
    expect(mails[0]?.text?.trim()).toBe("Grüße");
  });
});

describe("with SMTP", () => {
  let server: SMTPServer;
  let port: number;
  let received: Buffer[];
  let answer: Error | undefined;
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-mail-"));
    received = [];
    answer = undefined;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, _session, done) {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => {
          if (answer === undefined) received.push(Buffer.concat(parts));
          done(answer);
        });
      },
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    port = (server.server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    await rm(dataDir, { recursive: true, force: true });
  });

  async function send(mail: MailMessage, messageId = "<one@vereinsheim>") {
    const transport = createMailTransport({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: "Vereinsheim <dienst@example.org>",
      dataDir,
    });
    try {
      const log = pino({ level: "silent" });
      await mailSender(transport, diskBlobStore(dataDir))(
        { ...mail, messageId },
        { log, tenantId: "01990000-0000-7000-8000-000000000000" },
      );
    } finally {
      // The server would wait half a minute for an idle connection before it closes.
      transport.close();
    }
  }

  test("the server receives it with text and HTML", async () => {
    await send({
      ...message,
      ...renderMail(
        { clubName: "TSV", accentColor: "#123456", logoUrl: null },
        { title: "Titel <b>", paragraphs: ["Zeile & mehr"] },
      ),
    });
    const mail = await PostalMime.parse(received[0] ?? "");
    expect(mail.subject).toBe("Einladung für Sie");
    expect(mail.text).toContain("Zeile & mehr");
    expect(mail.html).toContain("Titel &#60;b&#62;");
  });

  test("names, subjects and headers cannot add headers of their own", async () => {
    await send({
      ...message,
      to: { name: 'Eva"\r\nBcc: opfer@example.org', address: "eva@example.org" },
      fromName: "TSV\nX-Evil: 1",
      replyTo: { name: "A\r\nX-Evil: 2", address: "a@example.org" },
      subject: "Hallo\r\nBcc: opfer@example.org\r\n\r\nKörper",
    });
    const mail = await PostalMime.parse(received[0] ?? "");
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("x-evil");
    expect(mail.to).toHaveLength(1);
  });

  test("a refusal is an error, so that the queue tries again; the same mail keeps its Message-ID, in the sender's domain", async () => {
    answer = Object.assign(new Error("try later"), { responseCode: 451 });
    await expect(send(message, "<again@vereinsheim>")).rejects.toThrow(/try later/);
    answer = undefined;
    await send(message, "<again@vereinsheim>");
    await send(message, "<again@vereinsheim>");
    const ids = await Promise.all(
      received.map(async (raw) => (await PostalMime.parse(raw)).messageId),
    );
    expect(ids).toEqual(["<again@example.org>", "<again@example.org>"]);
  });
});
