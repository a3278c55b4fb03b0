import { mkdir, mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { backUp } from "#modules/backup/server/backup.ts";
import { checkArchive, contentsOf } from "#modules/backup/server/archive/checked-archive.ts";
import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { claimBlob, releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { type BlobStore, type StoredBlob, storeUnavailable } from "#platform/server/blobs/blobs.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { runCommand } from "../run-command.ts";
import { testApp, type TestApp } from "../testing.ts";
import { backupOf, noise, restoredFrom, storedFiles } from "./testing.ts";

/** One file that the store can't give back is named, and keeps nothing else from a backup. */

const LARGE = 9 * 1024 * 1024;

let app: TestApp;
let tenant: TenantRow;
let whole: StoredBlob;
let broken: StoredBlob;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant("tsv");
  whole = await keep(300_000);
});
afterAll(() => app?.close());
beforeEach(async () => {
  if (broken !== undefined)
    await app.services.database.write(tenant.id, systemActor(), (tx) =>
      releaseBlob(tx, broken.key),
    );
  broken = await keep(LARGE);
});

const pathOf = (key: string) => join(app.services.environment.dataDir, "files", key);

async function keep(bytes: number): Promise<StoredBlob> {
  const stored = await app.services.blobs.put(noise(bytes), { maxBytes: 1e9 });
  await app.services.database.write(tenant.id, systemActor(), (tx) => claimBlob(tx, stored));
  return stored;
}

/** The same store, in which reading some files ends in another way. */
function failing(get: (key: string) => Promise<Readable> | undefined): BlobStore {
  const { blobs } = app.services;
  return { ...blobs, get: (key, range) => get(key) ?? blobs.get(key, range) };
}

/** Keys in an archive, and how many bytes of each. */
async function filesIn(path: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const part of contentsOf(await checkArchive(path))) {
    const { byteLength } = await buffer(part.content);
    if ("key" in part) found.set(part.key, byteLength);
  }
  return found;
}

describe("a backup names a file", () => {
  test("that the store refuses, and has all others", async () => {
    const { path, losses, manifest } = await backupOf(
      app,
      failing((key) =>
        key === broken.key ? Promise.reject(storeUnavailable(new Error("EIO"))) : undefined,
      ),
    );
    expect(losses).toEqual([
      { tenant: { id: tenant.id, name: "tsv" }, key: broken.key, reason: "UNREADABLE" },
    ]);
    expect(manifest.missing).toEqual([{ tenantId: tenant.id, key: broken.key }]);
    expect(await filesIn(path)).toEqual(new Map([[whole.key, 300_000]]));
  });

  test("that breaks off in the middle, and keeps what could be read of it", async () => {
    const { path, losses, manifest } = await backupOf(
      app,
      failing((key) =>
        key === broken.key
          ? Promise.resolve(
              Readable.from(
                (async function* () {
                  yield* noise(5 * 1024 * 1024);
                  throw new Error("EIO: i/o error, read");
                })(),
              ),
            )
          : undefined,
      ),
    );
    expect(losses).toMatchObject([{ key: broken.key, reason: "UNREADABLE" }]);
    expect(manifest.damaged).toEqual([{ tenantId: tenant.id, key: broken.key }]);
    expect(await filesIn(path)).toEqual(
      new Map([
        [whole.key, 300_000],
        [broken.key, 5 * 1024 * 1024],
      ]),
    );
    const place = await restoredFrom(path);
    expect((await storedFiles(place.blobs))[whole.key]).toBe(whole.sha256);
    await place.drop();
  }, 60_000);

  test.each([
    ["in whose place a folder lies", "UNREADABLE", () => mkdir(pathOf(broken.key))],
    ["that is gone", "MISSING", async () => {}],
  ])("%s", async (_what, reason, replace) => {
    await rm(pathOf(broken.key));
    await replace();
    const { path, losses } = await backupOf(app);
    expect(losses).toMatchObject([{ key: broken.key, reason }]);
    expect([...(await filesIn(path)).keys()]).toEqual([whole.key]);
    await rm(pathOf(broken.key), { recursive: true, force: true });
  });

  test("that is shorter than its row says", async () => {
    await truncate(pathOf(broken.key), 100);
    const { path, losses } = await backupOf(app);
    expect(losses).toMatchObject([{ key: broken.key, reason: "DAMAGED" }]);
    expect((await filesIn(path)).get(broken.key)).toBe(100);
  });
});

describe("a store that is away is no broken file", () => {
  const refused = async (blobs: BlobStore) => {
    const folder = await mkdtemp(join(tmpdir(), "vereinsheim-backup-"));
    const { environment } = app.services;
    const attempt = backUp({
      ownerUrl: environment.databaseUrl ?? "",
      blobs,
      secret: environment.appSecret ?? "",
      ownsSecret: false,
      path: join(folder, "backup.tar.zst"),
    });
    await expect(attempt).rejects.toThrow(
      "Der Dateispeicher antwortet nicht. Es wurde nichts gesichert.",
    );
    expect(await readdir(folder)).toEqual([]);
  };
  const away = () => Promise.reject(storeUnavailable(new Error("ECONNREFUSED")));

  test("when it answers nothing at all", () =>
    refused({ ...app.services.blobs, get: away, size: away }));

  test("when twenty files in a row can't be read", async () => {
    const more = await Promise.all(Array.from({ length: 20 }, () => keep(10)));
    await refused(failing(away));
    await app.services.database.write(tenant.id, systemActor(), async (tx) => {
      for (const { key } of more) await releaseBlob(tx, key);
    });
  });
});

test.each([true, false])("a check names it and goes on (deep: %s)", async (deep) => {
  await rm(pathOf(broken.key));
  await mkdir(pathOf(broken.key));
  const refused = await keep(10);
  const found: string[] = [];
  const { blobs } = app.services;
  const unreadable = (key: string) =>
    key === refused.key ? Promise.reject(storeUnavailable(new Error("EIO"))) : undefined;
  await checkInstallation({
    ownerUrl: app.services.environment.databaseUrl ?? "",
    blobs: {
      ...failing(unreadable),
      size: (key) => unreadable(key) ?? blobs.size(key),
    },
    deep,
    found: (sentence) => found.push(sentence),
  });
  expect(found).toContain(`tsv: Die Datei ${refused.key} ist im Dateispeicher nicht lesbar.`);
  expect(found.some((sentence) => sentence.includes(broken.key))).toBe(true);
  await rm(pathOf(broken.key), { recursive: true });
  await app.services.database.write(tenant.id, systemActor(), (tx) => releaseBlob(tx, refused.key));
});

describe("the commands", () => {
  const run = async (...args: string[]) => {
    const written = { out: "", err: "" };
    vi.spyOn(process.stdout, "write").mockImplementation((text) => Boolean((written.out += text)));
    vi.spyOn(process.stderr, "write").mockImplementation((text) => Boolean((written.err += text)));
    const { databaseUrl = "", dataDir, appSecret = "" } = app.services.environment;
    const variables = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_SECRET: appSecret };
    const code = await runCommand(args, variables);
    vi.restoreAllMocks();
    return { code, ...written };
  };

  test("end with 2 and name the club, and the check of the backup knows", async () => {
    await rm(pathOf(broken.key));
    await mkdir(pathOf(broken.key));
    const folder = await mkdtemp(join(tmpdir(), "vereinsheim-backup-"));
    const file = join(folder, "backup.tar.zst");
    const made = await run("backup", file);
    expect(made.code).toBe(2);
    expect(made.err).toContain(`Nicht lesbar (Verein tsv): ${broken.key}\n`);
    expect(made.err).toContain("Alles andere ist gesichert.");
    const checked = await run("restore", file, "--check");
    expect(checked.code).toBe(0);
    expect(checked.out).toContain(`Fehlt darin, denn sie war nicht zu lesen: ${broken.key}\n`);
    const exported = await run("tenant", "export", "tsv", join(folder, "tsv.tar.zst"));
    expect([exported.code, exported.err]).toEqual([
      2,
      expect.stringContaining(`Nicht lesbar (Verein tsv): ${broken.key}\n`),
    ]);
    await rm(pathOf(broken.key), { recursive: true });
  });
});
