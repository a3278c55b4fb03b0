import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesContract } from "#modules/files/contract.ts";
import { aShare, upload } from "#modules/files/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type { AnyJob, Job } from "#platform/server/jobs/job.ts";
import { tasksOf } from "#platform/server/jobs/task-list.ts";
import { testApp, type TestApp, type TestUser } from "./testing.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  await app.runJobs();
});
afterAll(() => app?.close());

/** Whose jobs they are: the module's, or the platform's mail. */
const MODULES = /^(mail|identity|members|search|system|files|messages|calendars|transfer):/;

test("every job is named in the same manner, after its module", () => {
  expect(app.jobs.length).toBeGreaterThan(20);
  for (const { id } of app.jobs) {
    expect(id).toMatch(MODULES);
    expect(id).toMatch(/^[a-z]+:[a-z]+(-[a-z]+)+$/);
  }
});

test("every name and every time of the schedule can be read by the queue", () => {
  const { taskList, schedule } = tasksOf(app.jobs, app.services, new AbortController().signal);
  const { environment } = app.services;
  const here = app.jobs.filter(({ runsIn }) => runsIn?.(environment) ?? true);
  const names = here.flatMap(({ id, formerly = [] }) => [id, ...formerly]);
  expect(Object.keys(taskList).toSorted()).toEqual(names.toSorted());
  expect(schedule.map(({ identifier }) => identifier).toSorted()).toEqual(
    here.flatMap(({ id, schedule: times }) => (times === undefined ? [] : [id])).toSorted(),
  );
});

const ID = "0198c0de-0000-7000-8000-000000000001";
const MAIL = {
  to: { name: "Eva", address: "eva@example.org" },
  fromName: "TSV",
  replyTo: { address: "buero@example.org" },
  subject: "Neues Passwort",
  text: "Hier",
  html: "<p>Hier</p>",
  headers: { "List-Unsubscribe": "<https://example.org>" },
  attachments: [
    { fileName: "termin.ics", contentType: "text/calendar", content: "BEGIN:VCALENDAR" },
    { fileName: "liste.pdf", contentType: "application/pdf", blobKey: "ab/cd" },
  ],
  urgent: true,
  messageId: "<vorher@vereinsheim>",
};

/**
 * The queue of the version before jobs were typed (commit d37c0e8): each identifier with a payload
 * as that version wrote it.
 */
const FORMERLY: Record<string, unknown> = {
  "mail:send": MAIL,
  "identity.password-help": { identifier: "eva" },
  "users:anonymise-expired": {},
  "search:forget-words-of-club": {},
  "files:process": { entryId: ID, version: 1 },
  "files:tidy": {},
  "messages:tidy-tenant": {},
  "messages:mail": { messageId: ID },
  "messages:deliver-mails": { outages: 0 },
  "messages:digest": { day: "2026-11-22" },
  "calendars:mail-invitations": {
    mails: [[ID]],
    occasion: { kind: "CHANGED" },
    cause: ID,
    before: {
      [ID]: {
        startsAt: 1,
        endsAt: 2,
        allDay: false,
        meetAt: null,
        location: null,
        status: "CONFIRMED",
      },
    },
  },
  "calendars:mail-deleted-events": {
    people: [
      {
        name: "Eva",
        address: "eva@example.org",
        events: [{ title: "Fest", starts_at: 1, ends_at: 2, all_day: false }],
      },
    ],
    cause: ID,
  },
  "calendars:tell-changes": { eventId: ID },
  "calendars:invite-occurrences": { seriesId: ID },
  "calendars:keep-invitations-of-tenant": {},
  "imports:read": { runId: ID, reading: 1 },
  "imports:compare": { runId: ID, reading: 2 },
  "imports:apply": { runId: ID },
  "imports:revert": { runId: ID, actorId: ID, actorName: "Anna Admin" },
  "imports:scheduled": { sourceId: ID, at: "2026-11-22T05:00:00.000Z" },
  "imports:tidy": {},
  "transfer:run-export": { runId: ID },
  "transfer:run-scheduled-export": { targetId: ID, at: "2026-11-22T05:00:00.000Z" },
  "transfer:tend-exports": {},
};
/** Of its schedule: they were for the installation and made the jobs of the clubs. */
const FORMERLY_SCHEDULED = [
  "identity:sweep",
  "users:find-expired-trash",
  "search:forget-words",
  "system:sweep-blobs",
  "system:tidy",
  "files:tidy-all",
  "messages:tidy",
  "messages:mail-upkeep",
  "calendars:keep-invitations",
  "imports:tidy-all",
  "transfer:tend-exports-of-all",
];

function jobOf(identifier: string): AnyJob | undefined {
  return app.jobs.find(({ id, formerly = [] }) => [id, ...formerly].includes(identifier));
}

function tenantJobOf(identifier: string): Job {
  const found = jobOf(identifier);
  if (found?.kind !== "TENANT") throw new Error(`no club's job is called ${identifier}`);
  return found;
}

async function queue(identifier: string, payload: unknown): Promise<void> {
  await withClient(app.services.environment.databaseUrl ?? "", (client) =>
    client.query("SELECT graphile_worker.add_job($1, $2::json)", [
      identifier,
      JSON.stringify(payload),
    ]),
  );
}

const failures = () =>
  withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    const { rows } = await client.query(
      "SELECT task_identifier, last_error FROM graphile_worker.jobs",
    );
    return rows as unknown[];
  });

describe("jobs that the version before left in the queue", () => {
  test.each(Object.entries(FORMERLY))("%s is known, with its payload", (identifier, payload) => {
    const { payload: shape } = tenantJobOf(identifier);
    expect(shape.safeParse(payload)).toMatchObject({ success: true });
  });

  test.each(FORMERLY_SCHEDULED)("%s is known, without a club", (identifier) => {
    expect(jobOf(identifier)?.schedule).toBeDefined();
  });

  test("run, all of them, and none fails", async () => {
    for (const [identifier, data] of Object.entries(FORMERLY))
      // Its file never was in this store, and there is no server to send it to.
      if (identifier !== "mail:send") await queue(identifier, { tenantId: admin.tenant.id, data });
    for (const identifier of FORMERLY_SCHEDULED)
      await queue(identifier, { _cron: { ts: "2026-11-22T05:00:00.000Z" } });
    await app.runJobs();
    expect(await failures()).toEqual([]);
  });

  test("do what they were queued for", async () => {
    const { attachments: _attachments, ...mail } = MAIL;
    await queue("mail:send", { tenantId: admin.tenant.id, data: mail });
    const { id: memberId } = await app.user(admin.tenant, { firstname: "Petra" });
    await app.call(usersContract.deleteUser, { params: { id: memberId } }, admin);
    await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [admin.tenant.id]);
      await client.query(
        "UPDATE member SET deleted_at = now() - interval '400 days' WHERE id = $1",
        [memberId],
      );
    });
    await queue("users:find-expired-trash", { _cron: { ts: "2026-11-22T02:41:00.000Z" } });
    await app.runJobs();
    const mails = await readdir(join(app.services.environment.dataDir, "mail"));
    expect(mails).toContain("vorher.eml");
    const { status } = await app.call(
      usersContract.exportUserData,
      { params: { id: memberId } },
      admin,
    );
    expect(status).toBe(404);
  });

  test("read a document that was uploaded before the upgrade", async () => {
    const { id: shareId } = await aShare(app, admin);
    const { body: entry } = await upload(app, admin, shareId, "notiz.txt", "Sonnwendfeuer");
    await withClient(app.services.environment.databaseUrl ?? "", (client) =>
      client.query("SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs"),
    );
    await queue("files:process", {
      tenantId: admin.tenant.id,
      data: { entryId: "id" in entry ? entry.id : "", version: 1 },
    });
    await app.runJobs();
    expect(await failures()).toEqual([]);
    const { body } = await app.call(
      filesContract.searchEntries,
      { params: { id: shareId }, query: { q: "Sonnwendfeuer" } },
      admin,
    );
    expect(JSON.stringify(body)).toContain("notiz.txt");
  });
});
