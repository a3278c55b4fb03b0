import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import type { Job } from "#platform/server/jobs/job.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { createMailTransport } from "#platform/server/mail/mail-transport.ts";
import { mailSender, sendMail } from "#platform/server/mail/send-mail.ts";
import { aRun } from "#platform/server/testing/jobs.ts";
import { writeInvitations } from "./mail-jobs.ts";
import { anEvent, invited, runAllJobs, sql } from "../testing.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true, email: "vera@example.org" });
});
afterAll(() => app?.close());

const run = () => aRun(app.services, admin.tenant.id);

/** Payloads of the jobs that wait in the queue. */
async function waiting<P extends z.ZodType>({
  id,
  payload: shape,
}: Job<P>): Promise<z.output<P>[]> {
  const { rows } = await sql<{ payload: { data: unknown } }>(
    app,
    "SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.id",
    [id],
  );
  return rows.map(({ payload }) => shape.parse(payload.data));
}

test("a job that runs twice queues each mail once; a dead mail server loses nothing, and the mail arrives under one Message-ID", async () => {
  await runAllJobs(app);
  const event = await anEvent(app, admin);
  const guests = Array.from({ length: 120 }, (_, index) => ({
    name: `Gast ${index}`,
    email: `gast${index}@example.net`,
  }));
  await invited(app, admin, event.id, { guests });
  const jobs = await waiting(writeInvitations);
  expect(jobs).toHaveLength(2);
  // Killed after its work and before the queue heard of it: the same job comes again.
  const write = writeInvitations.bind(app.services);
  for (const payload of [...jobs, ...jobs]) await write(payload, run());
  const mails = await waiting(sendMail);
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
  const send = mailSender(
    createMailTransport({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: "Dienst <dienst@example.org>",
      dataDir: app.services.environment.dataDir,
    }),
    app.services.blobs,
  );
  for (const mail of mails.slice(0, 1))
    await expect(send(mail, run())).rejects.toThrow(/try later/);
  isDown = false;
  for (const mail of [...mails, ...mails.slice(0, 3)]) await send(mail, run());
  const parsed = await Promise.all(received.map((raw) => PostalMime.parse(raw)));
  expect(new Set(parsed.map(({ to }) => to?.[0]?.address))).toEqual(
    new Set(guests.map(({ email }) => email)),
  );
  expect(parsed).toHaveLength(123);
  expect(new Set(parsed.map(({ messageId }) => messageId)).size).toBe(120);
  expect(parsed[0]?.attachments).toMatchObject([
    { mimeType: "text/calendar", method: "REQUEST" },
    { mimeType: "application/ics", filename: "termin.ics" },
  ]);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
});
