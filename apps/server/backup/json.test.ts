import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runInShell } from "../commands/testing.ts";
import { testApp, type TestApp } from "../testing.ts";
import { noise, rowsOf } from "./testing.ts";

let app: TestApp;
let folder: string;
let clubId: string;

beforeAll(async () => {
  app = await testApp();
  clubId = (await app.tenant("alpha")).id;
  await keepFile(noise(100_000));
  folder = await mkdtemp(join(tmpdir(), "vereinsheim-json-"));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a file into the store with the row that says so; returns its key. */
async function keepFile(content: AsyncIterable<Uint8Array>): Promise<string> {
  const { key, size, sha256 } = await app.services.blobs.put(content, { maxBytes: 1e6 });
  await rowsOf(
    app.services.environment.databaseUrl ?? "",
    "INSERT INTO blob (tenant_id, key, size, sha256) VALUES ($1, $2, $3, $4)",
    [clubId, key, size, sha256],
  );
  return key;
}

/** What a command says to a program. */
async function json(...args: string[]) {
  const { databaseUrl, dataDir, appSecret } = app.services.environment;
  const { code, stdout, stderr } = await runInShell([...args, "--json"], {
    DATABASE_URL: databaseUrl ?? "",
    DATA_DIR: dataDir,
    APP_SECRET: appSecret ?? "",
  });
  return { code, stderr, value: stdout === "" ? undefined : JSON.parse(stdout) };
}

test("a backup, the look into it and the check of the installation are told to programs", async () => {
  const path = join(folder, "whole.tar.zst");
  const made = await json("backup", path);
  expect(made).toEqual({
    code: 0,
    stderr: "",
    value: {
      path,
      size: (await stat(path)).size,
      hasSecret: false,
      tenants: 1,
      rows: expect.any(Number),
      files: 1,
      bytes: 100_000,
      losses: [],
    },
  });
  const { rows } = made.value;
  expect(rows).toBeGreaterThan(1);
  expect(await json("restore", path, "--check")).toEqual({
    code: 0,
    stderr: "",
    value: {
      createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
      names: ["alpha"],
      tenants: 1,
      rows,
      files: 1,
      bytes: 100_000,
      missing: [],
      damaged: [],
    },
  });
  const checked = await json("check", "--deep");
  expect(checked).toMatchObject({ code: 0, stderr: "", value: { tenants: 1, files: 1 } });
  expect(checked.value.faults).toEqual([]);
  expect(checked.value.tables).toBeGreaterThan(40);
});

test("lost files are named with their club, and the exit code is that without --json", async () => {
  const lost = await keepFile(noise(5_000));
  await app.services.blobs.delete(lost);
  const path = join(folder, "lossy.tar.zst");
  expect(await json("backup", path)).toMatchObject({
    code: 2,
    stderr: "",
    value: { files: 1, losses: [{ tenant: "alpha", key: lost, reason: "MISSING" }] },
  });
  expect(await json("restore", path, "--check")).toMatchObject({
    code: 0,
    value: { missing: [lost], damaged: [] },
  });
  const { code, value } = await json("check");
  expect(code).toBe(1);
  expect(value.faults.filter((sentence: string) => sentence.includes(lost))).not.toEqual([]);
});

test("what fails is told on standard error, and programs get no half value", async () => {
  const nothing = await json("restore", join(folder, "nichts.tar.zst"), "--check");
  expect(nothing).toMatchObject({ code: 1, value: undefined });
  expect(nothing.stderr).toContain("gibt es nicht.");
  const restoring = await json("restore", join(folder, "whole.tar.zst"));
  expect(restoring).toMatchObject({ code: 1, value: undefined });
  expect(restoring.stderr).toContain("--json gibt es nur zusammen mit --check.");
  const taken = await json("backup", join(folder, "whole.tar.zst"));
  expect(taken).toMatchObject({ code: 1, value: undefined });
});
