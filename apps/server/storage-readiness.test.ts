import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesContract } from "#modules/files/contract.ts";
import { aShare, upload } from "#modules/files/server/testing.ts";
import { readEnvironment } from "#platform/server/environment.ts";
import { createLog } from "#platform/server/log/create-log.ts";
import { PartFault } from "#platform/server/part-fault.ts";
import { startTestBucket, type TestBucket } from "#platform/server/testing/s3-server.ts";
import { openInstallation } from "./installation.ts";
import { testApp } from "./testing.ts";

let store: TestBucket;
let dataDir: string;
beforeAll(async () => {
  store = await startTestBucket();
  dataDir = await mkdtemp(join(tmpdir(), "storage-readiness-"));
});
afterAll(async () => {
  await store?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const address = (port: number, bucket: string) =>
  `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=false`;

test("a server whose bucket is missing does not start, and says so before it touches the database", async () => {
  const environment = readEnvironment({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://nobody:x@127.0.0.1:1/none",
    APP_SECRET: "a secret of the tests, long enough",
    STORAGE_URL: address(store.port, "fehlt"),
  });
  const refused: unknown = await openInstallation(
    environment,
    createLog({ level: "silent" }),
  ).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PartFault);
  expect(String(refused)).toContain("Den Bucket „fehlt“ gibt es dort nicht.");
});

test("a server whose store is away starts and warns; files are refused with 503 and a sentence", async () => {
  const lines: string[] = [];
  const app = await testApp({
    variables: { STORAGE_URL: address(1, "verein"), LOG_LEVEL: "warn" },
    logTo: { write: (line: string) => void lines.push(line) },
  });
  try {
    expect(lines.join("")).toContain(
      "STORAGE_URL: http://127.0.0.1:1: Der Dateispeicher antwortet",
    );
    const admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
    const { id } = await aShare(app, admin);
    const refused = await upload(app, admin, id, "a.txt", "a");
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({
      code: "STORE_UNAVAILABLE",
      detail: expect.stringContaining("Dateispeicher"),
    });
    const list = await app.call(filesContract.listFolder, { params: { id } }, admin);
    expect(list.status).toBe(200);
  } finally {
    await app.close();
  }
});
