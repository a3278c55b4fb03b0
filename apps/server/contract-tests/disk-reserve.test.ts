import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesContract } from "#modules/files/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { type Contract, isBytes, type Route } from "#platform/contract/route.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import { makeRecords } from "./records/testing.ts";
import { contracts, type Records, type Sample, samples } from "./samples.ts";

/** The disk has less room than files have to leave: files are refused, all else goes on. */

const SENTENCE = "Der Speicherplatz ist voll. Die Datei wurde nicht gespeichert.";

type Samples = Record<string, Record<string, (records: Records) => Sample<Route>>>;

/** What they are sent is looked at and not kept. */
const KEEP_NOTHING = [
  "calendars.importEvents",
  "eventImport.importProgramme",
  "eventImport.showProgrammePicture",
  "files.moveEntry",
  "messages.unsubscribe",
  "transfer.readTableSample",
];

const withBytes = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract as Contract)
    .filter(([, { body }]) => isBytes(body))
    .map(([name, route]) => ({
      name: `${module}.${name}`,
      route,
      sample: (samples as unknown as Samples)[module]?.[name] ?? (() => ({})),
    })),
);

let roomy: TestApp;
let app: TestApp;
let admin: TestUser;
let records: Records;

beforeAll(async () => {
  roomy = await testApp();
  admin = await roomy.user(await roomy.tenant("alpha"), { isAdmin: true });
  records = await makeRecords(roomy, admin);
  app = await testApp({ beside: roomy, variables: { DISK_RESERVE: "900TiB" } });
}, 60_000);
afterAll(async () => {
  await app?.close();
  await roomy?.close();
});

test.each(withBytes)("$name keeps no file", async ({ name, route, sample }) => {
  const { status, body } = await app.call(route, sample(records) as never, admin);
  // Some samples lack what a form has, and are refused for that.
  if (status === 415 || KEEP_NOTHING.includes(name)) return;
  expect([status, body]).toEqual([507, expect.objectContaining({ detail: SENTENCE })]);
});

test("an upload in chunks is refused at its start, before anything was sent for nothing", async () => {
  const answer = await app.call(
    filesContract.uploadFile,
    {
      params: { id: records.shareId, path: "Film.mp4" },
      query: { phase: "start" },
      body: Buffer.from(JSON.stringify({ size: 50_000_000 })),
    },
    admin,
  );
  expect([answer.status, answer.body]).toEqual([
    507,
    expect.objectContaining({ code: "DISK_RESERVE_REACHED", detail: SENTENCE }),
  ]);
});

describe("a message", () => {
  const send = (files: { name: string; bytes: Buffer }[]) => {
    const values = {
      subject: "Anlage",
      messageContent: "<p>Anbei.</p>",
      recipientIds: [records.userId],
    };
    return app.call(messagesContract.sendMessage, messageForm(values, files), admin);
  };
  test("goes without an attachment, with one it is refused", async () => {
    const refused = await send([{ name: "plan.pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF\n") }]);
    expect([refused.status, refused.body]).toEqual([
      507,
      expect.objectContaining({ detail: SENTENCE }),
    ]);
    expect((await send([])).status).toBe(201);
  });
});

test("people read, write and delete as always, and files that are there are read", async () => {
  const made = await app.call(
    usersContract.createUser,
    { body: { firstname: "Trotz", lastname: "Reserve" } },
    admin,
  );
  expect(made.status).toBe(201);
  const { body: folder } = await app.call(
    filesContract.listAllEntries,
    { params: { id: records.shareId } },
    admin,
  );
  const path = folder.find(({ type }) => type === "FILE")?.path ?? "";
  const file = { params: { id: records.shareId, path } };
  expect((await app.call(filesContract.downloadEntry, file, admin)).status).toBe(200);
  const deleted = await app.call(filesContract.deleteEntry, file, admin);
  expect(deleted.status).toBe(204);
});

test("an export that finds no room for its file says so while it tries again", async () => {
  const target = { params: { id: records.exportTargetId } };
  const run = await app.call(exportContract.runExportTarget, target, admin);
  await app.runJobs();
  const shown = await roomy.call(
    exportContract.getExportRun,
    { params: { id: run.body.id } },
    admin,
  );
  expect(shown.body).toMatchObject({
    state: "RUNNING",
    error: expect.stringContaining("Der Speicherplatz ist voll."),
  });
});

test("readiness stays, and says it; figures too", async () => {
  const ready = await app.server.inject({ url: "/health/ready" });
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: "UP", files: "RESERVE", database: "OK" },
  ]);
  const { body } = await app.server.inject({ url: "/metrics" });
  expect(body).toMatch(/^vereinsheim_uploads_stopped 1$/m);
  expect(body).toMatch(/^vereinsheim_database_full 0$/m);
  expect(body).toContain(`vereinsheim_disk_reserve_bytes ${900 * 1024 ** 4}`);
  expect(body).toMatch(/^vereinsheim_disk_free_bytes\{place="files"\} \d+$/m);
  const other = await roomy.server.inject({ url: "/health/ready" });
  expect(other.json()).toEqual({ status: "UP", files: "OK", database: "OK" });
});
