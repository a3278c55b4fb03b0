import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesContract, type UploadState } from "#modules/files/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import { isBytes } from "#platform/contract/route.ts";
import { claimBlob, releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { newBlobKey } from "#platform/server/blobs/blobs.ts";
import { saveQuota, selectRoom } from "#platform/server/blobs/quota-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import { cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import { type Records, PIXEL } from "./samples.ts";

/** An operator limits a club: files are refused, all else goes on, here and in other clubs. */

const CODE = "CLUB_QUOTA_REACHED";
const REFUSAL = expect.objectContaining({
  code: CODE,
  detail: expect.stringContaining("Der Speicherplatz Ihres Vereins reicht dafür nicht mehr."),
});

/** What they are sent is looked at and not kept. */
const KEEP_NOTHING = [
  "calendars.importEvents",
  "eventImport.importProgramme",
  "eventImport.showProgrammePicture",
  "files.moveEntry",
  "messages.unsubscribe",
  "transfer.readTableSample",
];
/** Their samples lack what a form has, and are refused for that; they are tried below. */
const FORMS = ["files.uploadMany", "messages.sendMessage"];

const withBytes = cases.filter(
  ({ name, route: { body } }) =>
    isBytes(body) && !KEEP_NOTHING.includes(name) && !FORMS.includes(name),
);

let app: TestApp;
let admin: TestUser;
let other: TestUser;
let records: Records;
let otherRecords: Records;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  other = await app.user(await app.tenant("beta"), { isAdmin: true });
  records = await makeRecords(app, admin);
  otherRecords = await makeRecords(app, other);
  await app.runJobs();
  await setQuota("FULL");
}, 60_000);
afterAll(() => app?.close());

const room = () => app.services.database.read(admin.tenant.id, selectRoom);

/** Leaves the club so many free bytes. */
async function setQuota(free: number | "FULL" | null): Promise<void> {
  const { usedBytes } = await room();
  const bytes = free === null ? null : usedBytes + (free === "FULL" ? 0 : free);
  await app.services.database.write(admin.tenant.id, systemActor(), (tx) => saveQuota(tx, bytes));
}

function claim(size: number, options?: { derived: boolean }): Promise<string> {
  const key = newBlobKey();
  return app.services.database.write(admin.tenant.id, systemActor(), async (tx) => {
    await claimBlob(tx, { key, size, sha256: "" }, options);
    return key;
  });
}

function upload(path: string, size: number, headers: Record<string, string> = {}, as = admin) {
  const { shareId } = as === admin ? records : otherRecords;
  const body = Buffer.alloc(size, "x");
  return app.call(filesContract.uploadFile, { params: { id: shareId, path }, body, headers }, as);
}

function startUpload(path: string, size: number) {
  return app.call(
    filesContract.uploadFile,
    {
      params: { id: records.shareId, path },
      query: { phase: "start" },
      body: Buffer.from(JSON.stringify({ size })),
    },
    admin,
  );
}

describe("every route that takes bytes", () => {
  test.each(withBytes)(
    "$name keeps none, and before it has read them",
    async ({ route, sample }) => {
      const before = await room();
      const { status, body } = await app.call(route, sample(records) as never, admin);
      expect([status, body]).toEqual([507, REFUSAL]);
      expect((await room()).usedBytes).toBe(before.usedBytes);
    },
  );

  test("the other club keeps its own", async () => {
    expect((await upload("Nebenan.txt", 1_000, {}, other)).status).toBe(201);
    const logo = await app.call(tenantsContract.putLogo, { body: PIXEL }, other);
    expect(logo.status).toBe(200);
  });
});

describe("a form", () => {
  const send = (files: { name: string; bytes: Buffer }[]) => {
    const values = {
      subject: "Anlage",
      messageContent: "<p>Anbei.</p>",
      recipientIds: [records.userId],
    };
    return app.call(messagesContract.sendMessage, messageForm(values, files), admin);
  };

  test("of a message goes without an attachment, with one it is refused", async () => {
    const refused = await send([{ name: "plan.pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF\n") }]);
    expect([refused.status, refused.body]).toEqual([507, REFUSAL]);
    expect((await send([])).status).toBe(201);
  });

  test("of several files keeps those that fit", async () => {
    await setQuota(1_500);
    const boundary = "grenze";
    const part = (name: string, size: number) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${"x".repeat(size)}\r\n`;
    const answer = await app.call(
      filesContract.uploadMany,
      {
        params: { id: records.shareId },
        body: Buffer.from(
          `${part("eins.txt", 1_000)}${part("zwei.txt", 1_000)}${part("drei.txt", 400)}--${boundary}--\r\n`,
        ),
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      },
      admin,
    );
    expect(answer.status).toBe(200);
    expect(answer.body.entries.map(({ name }) => name)).toEqual(["eins.txt", "drei.txt"]);
    expect(answer.body.errors).toMatchObject([{ fileName: "zwei.txt", status: 507, code: CODE }]);
    await setQuota("FULL");
  });
});

describe("an upload in chunks", () => {
  test("takes its whole size at its start, and no more when it ends", async () => {
    await setQuota(100_000);
    const refused = await startUpload("Film.mp4", 100_001);
    expect([refused.status, refused.body]).toEqual([507, REFUSAL]);
    const begun = await startUpload("Film.txt", 90_000);
    expect(begun.status).toBe(200);
    const { uploadId } = begun.body as UploadState;
    const place = { id: records.shareId, path: "Film.txt" };
    expect((await upload("Daneben.txt", 20_000)).status).toBe(507);
    // What was begun comes to its end in a club that has no room for another byte.
    const sent = await app.call(
      filesContract.uploadFile,
      {
        params: place,
        query: { phase: "upload", uploadId, chunk: 0 },
        body: Buffer.alloc(90_000, "y"),
      },
      admin,
    );
    expect(sent.status).toBe(200);
    const done = await app.call(
      filesContract.uploadFile,
      { params: place, query: { phase: "finish", uploadId }, body: Buffer.from("{}") },
      admin,
    );
    expect(done.status).toBe(201);
    await setQuota("FULL");
  });

  test("gives its room back when it is given up", async () => {
    await setQuota(50_000);
    const { uploadId } = (await startUpload("Abbruch.txt", 50_000)).body as UploadState;
    expect((await upload("Danach.txt", 10)).status).toBe(507);
    await app.call(
      filesContract.uploadFile,
      {
        params: { id: records.shareId, path: "Abbruch.txt" },
        query: { phase: "abort", uploadId },
        body: Buffer.from(""),
      },
      admin,
    );
    expect((await upload("Danach.txt", 10)).status).toBe(201);
    await setQuota("FULL");
  });
});

describe("the last free room", () => {
  test("is one's of many who claim it at the same moment", async () => {
    await setQuota(1_000);
    const before = await room();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => claim(600)));
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(11);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: CODE } });
    expect((await room()).usedBytes).toBe(before.usedBytes + 600);
  });

  test("is asked for by what a transaction leaves: replacing needs no room for both", async () => {
    await setQuota(500);
    const old = await claim(500);
    await expect(claim(1)).rejects.toMatchObject({ status: 507, code: CODE });
    const { database } = app.services;
    await database.write(admin.tenant.id, systemActor(), async (tx) => {
      await claimBlob(tx, { key: newBlobKey(), size: 500, sha256: "" });
      await releaseBlob(tx, old);
    });
  });

  test("is not taken by what the server makes of files by itself", async () => {
    await setQuota("FULL");
    await claim(1_000_000, { derived: true });
    const { usedBytes, quota } = await room();
    expect(usedBytes).toBe(quota);
  });

  test("is not needed by an upload that is repeated under its key", async () => {
    await setQuota(700);
    const headers = { "idempotency-key": "01234567-89ab-4def-8123-456789abcdef" };
    const first = await upload("Einmal.txt", 700, headers);
    const again = await upload("Einmal.txt", 700, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await upload("Noch einmal.txt", 1)).status).toBe(507);
  });
});

describe("work in the background", () => {
  test("an export ends with the sentence, and tries no more", async () => {
    await setQuota("FULL");
    const target = { params: { id: records.exportTargetId } };
    const { body } = await app.call(exportContract.runExportTarget, target, admin);
    await app.runJobs();
    const run = await app.call(exportContract.getExportRun, { params: { id: body.id } }, admin);
    expect(run.body).toMatchObject({
      state: "FAILED",
      error: expect.stringContaining("Der Speicherplatz Ihres Vereins reicht dafür nicht mehr."),
    });
  });

  test("an import's file is refused, its address is not asked in vain", async () => {
    const file = { body: Buffer.from("Vorname;Nachname\nEva;Neu\n") };
    const refused = await app.call(importContract.startImport, file, admin);
    expect([refused.status, refused.body]).toEqual([507, REFUSAL]);
  });
});

describe("the administrator", () => {
  test("reads how much it is", async () => {
    await setQuota(250);
    const { body } = await app.call(tenantsContract.getRoom, {}, admin);
    expect(body).toEqual(await room());
    expect((body.quota ?? 0) - body.usedBytes).toBe(250);
    const free = await app.call(tenantsContract.getRoom, {}, other);
    expect(free.body.quota).toBeNull();
  });

  test("who may add files is told once nine tenths are taken, who reads is not", async () => {
    const reader = await app.user(admin.tenant, { permissions: ["QUERY_FILESHARE"] });
    const made = await app.call(
      filesContract.createFileShare,
      { body: { name: "Zum Lesen" } },
      admin,
    );
    const share = { params: { id: made.body.id } };
    const told = async (as: TestUser) =>
      (await app.call(filesContract.getFileShare, share, as)).body.clubRoom;
    await setQuota("FULL");
    expect(await told(admin)).toEqual(await room());
    expect(await told(reader)).toBeNull();
    const list = await app.call(filesContract.searchFileShares, { query: {} }, admin);
    expect(list.body.content.map(({ clubRoom }) => clubRoom)).toContainEqual(await room());
    await setQuota(10_000_000);
    expect(await told(admin)).toBeNull();
  });
});

test("a quota below what is there keeps everything, and nothing else is limited", async () => {
  await app.services.database.write(admin.tenant.id, systemActor(), (tx) => saveQuota(tx, 0));
  const made = await app.call(
    usersContract.createUser,
    { body: { firstname: "Trotz", lastname: "Grenze" } },
    admin,
  );
  expect(made.status).toBe(201);
  const file = { params: { id: records.shareId, path: "Einmal.txt" } };
  expect((await app.call(filesContract.downloadEntry, file, admin)).status).toBe(200);
  expect((await app.call(filesContract.deleteEntry, file, admin)).status).toBe(204);
  await setQuota(null);
  expect((await upload("Wieder.txt", 1_000)).status).toBe(201);
});
