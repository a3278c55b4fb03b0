import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { createMailTransport, MAIL_JOB, mailJob } from "#platform/server/mail/mail.ts";
import { INVITATION_MAIL_JOB, invitationMailJob } from "./mail-jobs.ts";
import { anEvent, invited, runAllJobs, sql } from "../testing.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true, email: "vera@example.org" });
});
afterAll(() => app?.close());

const context = () => ({
  tenantId: admin.tenant.id,
  database: app.services.database,
  log: app.services.log,
  signal: AbortSignal.timeout(30_000),
  attempt: 1,
  maxAttempts: 25,
});

/** Payloads of the jobs that wait in the queue. */
async function waiting(identifier: string): Promise<{ data: unknown }[]> {
  const { rows } = await sql<{ payload: { data: unknown } }>(
    app,
    "SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.id",
    [identifier],
  );
  return rows.map(({ payload }) => payload);
}

test("a job that runs twice queues each mail once; a dead mail server loses nothing, and the mail arrives under one Message-ID", async () => {
  await runAllJobs(app);
  const event = await anEvent(app, admin);
  const guests = Array.from({ length: 120 }, (_, index) => ({
    name: `Gast ${index}`,
    email: `gast${index}@example.net`,
  }));
  await invited(app, admin, event.id, { guests });
  const jobs = await waiting(INVITATION_MAIL_JOB);
  expect(jobs).toHaveLength(2);
  // Killed after its work and before the queue heard of it: the same job comes again.
  for (const { data } of [...jobs, ...jobs]) await invitationMailJob(app.services)(data, context());
  const mails = await waiting(MAIL_JOB);
  expect(mails).toHaveLength(120);

  const received: Buffer[] = [];
  let isDown = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    // The transport keeps its connections open.
    closeTimeout: 100,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (!isDown) received.push(Buffer.concat(parts));
        done(isDown ? Object.assign(new Error("try later"), { responseCode: 451 }) : undefined);
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const send = mailJob(
    createMailTransport({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: "Dienst <dienst@example.org>",
      dataDir: app.services.environment.dataDir,
    }),
    app.services.blobs,
  );
  const [first] = mails;
  await expect(send(first?.data, context())).rejects.toThrow(/try later/);
  isDown = false;
  for (const { data } of [...mails, ...mails.slice(0, 3)]) await send(data, context());
  const parsed = await Promise.all(received.map((raw) => PostalMime.parse(raw)));
  expect(new Set(parsed.map(({ to }) => to?.[0]?.address))).toEqual(
    new Set(guests.map(({ email }) => email)),
  );
  expect(parsed).toHaveLength(123);
  expect(new Set(parsed.map(({ messageId }) => messageId)).size).toBe(120);
  expect(parsed[0]?.attachments[0]).toMatchObject({
    filename: "termin.ics",
    mimeType: "text/calendar",
  });
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
});
