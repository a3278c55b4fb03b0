import { createReadStream, createWriteStream } from "node:fs";
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress, zstdDecompressSync } from "node:zlib";
import { extract, pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { makeDemo } from "../demo/demo.ts";
import { testApp, type TestApp } from "../testing.ts";
import { allTenants } from "#modules/tenants/server/public.ts";
import { createMember } from "#modules/members/server/public.ts";
import { backUp } from "#modules/backup/server/backup.ts";
import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import { BackupRefusal } from "#modules/backup/server/archive/format.ts";
import { restore, secretFor } from "#modules/backup/server/restore/restore.ts";
import { claimBlob, releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { removeOrphanedBlobs } from "#platform/server/blobs/cleanup-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { s3BlobStore } from "#platform/server/blobs/s3-blobs.ts";
import { startTestBucket } from "#platform/server/testing/s3-server.ts";
import { knownMigrations, migrateSchema, withClient } from "#platform/server/database/migrate.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { FORMER } from "#platform/server/database/schema/former-migrations.ts";
import {
  backupOf,
  contentsOfTables,
  type EmptyPlace,
  emptyPlace,
  logIn,
  noise,
  restoredFrom,
  rowsOf,
  storedFiles,
  waitingJobs,
} from "./testing.ts";

const PASSWORD = "demo-passwort-1";

const later = job({
  id: "test:do-later",
  payload: z.strictObject({ text: z.string() }),
  maxAttempts: 7,
  handler: () => async () => {},
});

let app: TestApp;
let backup: Awaited<ReturnType<typeof backupOf>>;
let ownerUrl: string;
let demoId: string;

beforeAll(async () => {
  app = await testApp();
  Object.assign(app.services.environment, { demoPassword: PASSWORD });
  await makeDemo(app.services);
  ownerUrl = app.services.environment.databaseUrl ?? "";
  demoId = (await allTenants(app.services.database))[0]?.id ?? "";
  const second = await app.tenant("zweiter");
  await app.user(second, { firstname: "Zoë \\N", lastname: 'Ö"berg;' });
  const [large, empty] = [
    await app.services.blobs.put(noise(9_500_000), { maxBytes: 1e9 }),
    await app.services.blobs.put(noise(0), { maxBytes: 1 }),
  ];
  const arriving = await app.services.blobs.begin(6_000_000, 1_048_576);
  await app.services.database.write(second.id, systemActor(), async (tx) => {
    await claimBlob(tx, large);
    await claimBlob(tx, empty);
    await claimBlob(tx, { key: arriving.key, size: 6_000_000, sha256: "" });
    await addJob(
      tx,
      later,
      { text: "Zeile 1\nZeile\t2 \\N" },
      { key: "later", queue: "slow", priority: 3, runAt: new Date("2031-05-01T10:00:00Z") },
    );
  });
  backup = await backupOf(app);
}, 90_000);
afterAll(() => app?.close());

describe("backup and restore", () => {
  let place: EmptyPlace;
  let restored: TestApp;
  beforeAll(async () => {
    place = await restoredFrom(backup.path);
    restored = await place.open();
  }, 60_000);
  afterAll(async () => {
    await restored?.close();
    await place?.drop();
  });

  test("brings back every row of every table", async () => {
    const before = await contentsOfTables(ownerUrl);
    expect(Object.keys(before).length).toBeGreaterThan(40);
    expect(before["member"]?.rows).toBeGreaterThan(290);
    expect(await contentsOfTables(place.ownerUrl)).toEqual(before);
  });

  test("brings back every file, byte by byte, and no others", async () => {
    const before = await storedFiles(app.services.blobs);
    expect(Object.keys(before).length).toBeGreaterThan(20);
    expect(await storedFiles(place.blobs)).toEqual(before);
  });

  test("brings back the jobs that wait", async () => {
    const before = await waitingJobs(ownerUrl);
    expect(before).toContainEqual(
      expect.objectContaining({
        identifier: later.id,
        priority: 3,
        max_attempts: 7,
        queue_name: "slow",
      }),
    );
    expect(await waitingJobs(place.ownerUrl)).toEqual(before);
  });

  test("lets people log in with their passwords", async () => {
    expect(await logIn(restored, "demo", "buero@demo.example", PASSWORD)).toBe(200);
  });

  test("leaves every protection of the tables as the migrations made it", async () => {
    const guards = (url: string) =>
      rowsOf(
        url,
        `SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity,
           (SELECT array_agg(t.tgname || t.tgenabled::text ORDER BY t.tgname) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) AS triggers,
           (SELECT array_agg(k.conname || k.convalidated ORDER BY k.conname) FROM pg_constraint k WHERE k.conrelid = c.oid) AS constraints
         FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`,
      );
    expect(await guards(place.ownerUrl)).toEqual(await guards(ownerUrl));
  });

  test("a file that only its owner may read", async () => {
    expect((await stat(backup.path)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(backup.path))).toEqual(["backup.tar.zst"]);
  });
});

test("every table of the schema is in the backup's list, or is named here with the reason why not", async () => {
  const LEFT_OUT = new Set([
    "operations.job_worker", // who is alive right now
    "operations.rate_limit", // counters of minutes
    "operations_migrations.migration", // the backup's level; the restore makes it by migrating
    "operations_migrations.applied_file", // the functions are those of the program that restores
    "operations_migrations.program", // which versions have started on this database
  ]);
  const { header } = await checkArchive(backup.path);
  const listed = new Set([...header.tables.map(({ name }) => `public.${name}`), ...LEFT_OUT]);
  const all = await rowsOf<{ name: string }>(
    ownerUrl,
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker') AND n.nspname NOT LIKE 'pg_t%'`,
  );
  expect(new Set(all.map(({ name }) => name))).toEqual(listed);
  const columns = await rowsOf<{ name: string }>(
    ownerUrl,
    `SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'tenant_id'`,
  );
  expect(
    new Set(
      header.tables.flatMap(({ name, columns: list }) => list.map((column) => `${name}.${column}`)),
    ),
  ).toEqual(new Set(columns.map(({ name }) => name)));
});

describe("a file that is not a whole backup is refused, and nothing is written", () => {
  let place: EmptyPlace;
  beforeAll(async () => {
    place = await emptyPlace();
  });
  afterAll(() => place?.drop());

  const refused = async (path: string, sentence: RegExp) => {
    const outcome = checkArchive(path).then((archive) => restore(archive, place));
    await expect(outcome).rejects.toThrow(BackupRefusal);
    await expect(outcome).rejects.toThrow(sentence);
    expect(
      await rowsOf(
        place.ownerUrl,
        "SELECT nspname FROM pg_namespace WHERE nspname IN ('operations', 'graphile_worker')",
      ),
    ).toEqual([]);
    expect(await readdir(place.dataDir)).toEqual([]);
  };

  test("cut off at any place", async () => {
    const { size } = await stat(backup.path);
    for (const length of [
      0,
      1,
      10,
      500,
      Math.floor(size / 3),
      size - 5_000,
      size - 100,
      size - 1,
    ]) {
      const path = await copyOf(backup.path);
      await truncate(path, length);
      await refused(path, /beschädigt|keine Sicherung|unvollständig/);
    }
  });

  test("with a byte that is another, wherever it is", async () => {
    const bytes = await readFile(backup.path);
    const content = zstdDecompressSync(bytes);
    const path = `${await copyOf(backup.path)}.changed`;
    // Much of the beginning, which says what is in it, and places spread over the rest.
    const places = [
      ...[3, 200, bytes.length >> 2, bytes.length >> 1],
      ...Array.from({ length: 20 }, (_, place) => place * 30),
      ...Array.from({ length: 4 }, (_, place) => Math.floor((bytes.length * (place + 1)) / 5)),
      bytes.length - 300,
      bytes.length - 3,
    ];
    for (const at of places) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      await writeFile(path, changed);
      // Some bits say nothing about the content (whether a decoder may need less memory, say).
      if (decompressed(changed)?.equals(content) === true) continue;
      await refused(path, /beschädigt|keine Sicherung|unvollständig|neueren/);
    }
  });

  test("something else altogether", async () => {
    const folder = dirname(await copyOf(backup.path));
    await writeFile(join(folder, "text"), "Das ist keine Sicherung.");
    await refused(join(folder, "text"), /keine Sicherung/);
    await pipeline(
      Readable.from([Buffer.alloc(5_000)]),
      createZstdCompress(),
      createWriteStream(join(folder, "zeros.zst")),
    );
    await refused(join(folder, "zeros.zst"), /keine Sicherung/);
    await refused(join(folder, "absent"), /gibt es nicht/);
    await mkdir(join(folder, "folder"));
    await refused(join(folder, "folder"), /gibt es nicht/);
  });

  test("packed again with other rows, other files, without its end, or with more than it should have", async () => {
    const swap = (from: string, into: string) => (name: string, bytes: Buffer) =>
      name.includes(from)
        ? Buffer.from(bytes.toString("latin1").replace(/[0-9a-f]/, into), "latin1")
        : bytes;
    await refused(await repacked(backup.path, swap("/member", "x")), /nicht, was gesichert/);
    await refused(await repacked(backup.path, swap("blobs/", "x")), /nicht, was gesichert/);
    await refused(
      await repacked(backup.path, (name, bytes) => (name === "manifest.json" ? undefined : bytes)),
      /Verzeichnis am Ende fehlt/,
    );
    await refused(
      await repacked(backup.path, (name, bytes) =>
        name.endsWith("/membership") ? undefined : bytes,
      ),
      /nicht, was gesichert/,
    );
    await refused(
      await repacked(backup.path, (_name, bytes) => bytes, "../../etc/passwd"),
      /gehört nicht dazu/,
    );
    await refused(
      await repacked(backup.path, (_name, bytes) => bytes, `tenants/${demoId}/pg_authid`),
      /gehört nicht dazu/,
    );
  });

  test("of a newer version", async () => {
    const newer =
      (change: (header: { format: number; migrations: string[] }) => void) =>
      (name: string, bytes: Buffer) => {
        if (name !== "header.json") return bytes;
        const header = JSON.parse(bytes.toString()) as { format: number; migrations: string[] };
        change(header);
        return Buffer.from(JSON.stringify(header));
      };
    await refused(
      await repacked(
        backup.path,
        newer((header) => (header.format = 2)),
      ),
      /neueren Version/,
    );
    await refused(
      await repacked(
        backup.path,
        newer((header) => header.migrations.push("9999_future")),
      ),
      /neueren Version/,
    );
  });

  test("of a version before the baseline", async () => {
    await refused(
      await repacked(backup.path, (name, bytes) => {
        if (name !== "header.json") return bytes;
        const header = JSON.parse(bytes.toString()) as object;
        return Buffer.from(JSON.stringify({ ...header, migrations: FORMER.slice(0, 20) }));
      }),
      /anders aufgebaut/,
    );
  });
});

describe("a restore", () => {
  test("goes into an empty installation only, and leaves the other as it is", async () => {
    const before = await contentsOfTables(ownerUrl);
    const { blobs } = app.services;
    await expect(
      restore(await checkArchive(backup.path), { ownerUrl, blobs, secret: "x".repeat(32) }),
    ).rejects.toThrow(/nicht leer/);
    expect(await contentsOfTables(ownerUrl)).toEqual(before);
  });

  test("does not share a store that holds others' files", async () => {
    const place = await emptyPlace();
    const { key } = await place.blobs.put(noise(10), { maxBytes: 100 });
    await expect(restore(await checkArchive(backup.path), place)).rejects.toThrow(/gehört/);
    expect(await rowsOf(place.ownerUrl, "SELECT * FROM all_tenants()")).toEqual([]);
    expect(Object.keys(await storedFiles(place.blobs))).toEqual([key]);
    await place.drop();
  }, 30_000);

  test("that fails in the middle leaves nothing, and the next one succeeds", async () => {
    const place = await emptyPlace();
    let files = 0;
    const failing = {
      ...place.blobs,
      put: (...args: Parameters<typeof place.blobs.put>) =>
        ++files > 10 ? Promise.reject(new Error("disk full")) : place.blobs.put(...args),
    };
    await expect(
      restore(await checkArchive(backup.path), { ...place, blobs: failing }),
    ).rejects.toThrow("disk full");
    expect(
      Object.values(await contentsOfTables(place.ownerUrl)).filter(({ rows }) => rows > 0),
    ).toEqual([]);
    expect(await waitingJobs(place.ownerUrl)).toEqual([]);
    await restore(await checkArchive(backup.path), place);
    expect(await contentsOfTables(place.ownerUrl)).toEqual(await contentsOfTables(ownerUrl));
    await place.drop();
  }, 60_000);

  test("knows the migrations that the baseline replaced", async () => {
    const place = await emptyPlace();
    const path = await repacked(backup.path, (name, bytes) => {
      if (name !== "header.json") return bytes;
      const header = JSON.parse(bytes.toString()) as { migrations: string[] };
      return Buffer.from(
        JSON.stringify({ ...header, migrations: [...FORMER, ...header.migrations.slice(1)] }),
      );
    });
    await restore(await checkArchive(path), place);
    expect(await withClient(place.ownerUrl, appliedMigrations)).toEqual(await knownMigrations());
    expect(await contentsOfTables(place.ownerUrl)).toEqual(await contentsOfTables(ownerUrl));
    await place.drop();
  }, 60_000);

  test("does not go into a database that is further on", async () => {
    const place = await emptyPlace();
    await migrateSchema(place.ownerUrl);
    await rowsOf(
      place.ownerUrl,
      "INSERT INTO operations_migrations.migration (name, run_on) VALUES ('9999_future', now())",
    );
    await expect(restore(await checkArchive(backup.path), place)).rejects.toThrow(
      /schon weiter als die Sicherung/,
    );
    await place.drop();
  }, 30_000);

  test("brings the secret along, or asks for the one that was kept elsewhere", async () => {
    const { header } = await checkArchive(backup.path);
    expect(secretFor(header, undefined)).toBe("a secret of the tests, long enough");
    expect(() => secretFor(header, "another secret, also long enough")).toThrow(
      /eigenes Geheimnis/,
    );
    const kept = { ...header, secret: { check: "0".repeat(64) } };
    expect(() => secretFor(kept, undefined)).toThrow(/APP_SECRET/);
    expect(() => secretFor(kept, "another secret, also long enough")).toThrow(/ein anderes/);
  });
});

test("files go from one S3-compatible store into another", async () => {
  const [here, there] = [await startTestBucket(), await startTestBucket()];
  const [source, target] = [s3BlobStore(here.place), s3BlobStore(there.place)];
  for await (const key of app.services.blobs.keysOlderThan(new Date(Date.now() + 60_000))) {
    if ((await app.services.blobs.size(key)) !== undefined)
      await source.put(await app.services.blobs.get(key), { maxBytes: 1e9, key });
  }
  const before = await storedFiles(source);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  const { path, manifest } = await backupOf(app, source);
  expect([manifest.missing, manifest.damaged]).toEqual([[], []]);
  const place = await emptyPlace();
  await restore(await checkArchive(path), { ...place, blobs: target });
  expect(await storedFiles(target)).toEqual(before);
  expect(await contentsOfTables(place.ownerUrl)).toEqual(await contentsOfTables(ownerUrl));
  const checked = await checkInstallation({
    ownerUrl: place.ownerUrl,
    blobs: target,
    deep: true,
    found: (sentence) => expect(sentence).toBe(""),
  });
  expect(checked.blobs).toBeGreaterThan(20);
  await place.drop();
  await Promise.all([here.close(), there.close()]);
}, 90_000);

test("a role that is no superuser restores, backs up and checks what it owns", async () => {
  const place = await emptyPlace({ modest: true });
  await restore(await checkArchive(backup.path), place);
  expect(await contentsOfTables(place.superuserUrl)).toEqual(await contentsOfTables(ownerUrl));
  const path = `${await copyOf(backup.path)}.modest`;
  const { manifest } = await backUp({ ...place, ownsSecret: true, path });
  expect(manifest.tenants).toHaveLength(backup.manifest.tenants.length);
  const checked = await checkInstallation({
    ...place,
    deep: true,
    found: (sentence) => expect(sentence).toBe(""),
  });
  expect(checked.faults).toBe(0);
  const restored = await place.open();
  expect(await logIn(restored, "demo", "mitglied@demo.example", PASSWORD)).toBe(200);
  await restored.close();
  await place.drop();
}, 90_000);

describe("a backup beside a running server", () => {
  test("holds one moment: no membership without its member, whatever is written meanwhile", async () => {
    let writing = true;
    let written = 0;
    const writer = async () => {
      while (writing) {
        await app.services.database.write(demoId, systemActor(), async (tx) => {
          await createMember(tx, { firstname: "Neu", lastname: `Eins${written}` });
          await createMember(tx, { firstname: "Neu", lastname: `Zwei${written}` });
        });
        written += 1;
      }
    };
    const writers = [writer(), writer()];
    const { path } = await backupOf(app);
    const during = written;
    writing = false;
    await Promise.all(writers);
    // However slow the machine is, something was written meanwhile.
    expect(during).toBeGreaterThan(0);
    const place = await restoredFrom(path);
    const [found] = await rowsOf<{ one: number; two: number; history: number }>(
      place.ownerUrl,
      `SELECT count(*) FILTER (WHERE last_name LIKE 'Eins%')::int AS one, count(*) FILTER (WHERE last_name LIKE 'Zwei%')::int AS two,
         (SELECT count(*)::int FROM change WHERE record_name LIKE 'Neu %') AS history FROM member`,
    );
    expect(found?.one).toBe(found?.two);
    expect(found?.history).toBe((found?.one ?? 0) * 2);
    await place.drop();
  }, 60_000);

  test("has files that were given up and would have been removed before it came to them", async () => {
    const { services } = app;
    const stored = await services.blobs.put(noise(1_000), { maxBytes: 1e6 });
    await services.database.write(demoId, systemActor(), (tx) => claimBlob(tx, stored));
    const old = new Date(Date.now() - 3_600_000);
    const path = join(services.environment.dataDir, "files", stored.key);
    await utimes(path, old, old);
    let cleanups = 0;
    const slow = {
      ...services.blobs,
      async get(...args: Parameters<typeof services.blobs.get>) {
        if (cleanups++ === 0) {
          await services.database.write(demoId, systemActor(), (tx) => releaseBlob(tx, stored.key));
          expect(await removeOrphanedBlobs(services.database, services.blobs)).toBe(0);
        }
        return services.blobs.get(...args);
      },
    };
    const made = await backupOf(app, slow);
    expect(made.manifest.missing).toEqual([]);
    const place = await restoredFrom(made.path);
    expect((await storedFiles(place.blobs))[stored.key]).toBe(stored.sha256);
    expect(await removeOrphanedBlobs(services.database, services.blobs)).toBe(1);
    await expect(stat(path)).rejects.toThrow("ENOENT");
    await place.drop();
  }, 60_000);

  test("says which files were gone or damaged before, and keeps all the rest", async () => {
    const { services } = app;
    const [gone, other] = [
      await services.blobs.put(noise(2_000), { maxBytes: 1e6 }),
      await services.blobs.put(noise(3_000), { maxBytes: 1e6 }),
    ];
    await services.database.write(demoId, systemActor(), async (tx) => {
      await claimBlob(tx, gone);
      await claimBlob(tx, other);
    });
    await services.blobs.delete(gone.key);
    await truncate(join(services.environment.dataDir, "files", other.key), 100);
    const made = await backupOf(app);
    expect(made.manifest.missing).toEqual([{ tenantId: demoId, key: gone.key }]);
    expect(made.manifest.damaged).toEqual([{ tenantId: demoId, key: other.key }]);
    const place = await restoredFrom(made.path);
    expect(await storedFiles(place.blobs)).toEqual(await storedFiles(services.blobs));
    await place.drop();
  }, 60_000);

  test("is refused with another secret than the servers': it could never be opened", async () => {
    const path = `${await copyOf(backup.path)}.other`;
    const source = {
      ownerUrl,
      blobs: app.services.blobs,
      secret: "x".repeat(32),
      ownsSecret: true,
      path,
    };
    await expect(backUp(source)).rejects.toThrow(/Geheimnis passt nicht/);
    await expect(stat(path)).rejects.toThrow("ENOENT");
  });

  test("leaves no file behind when it fails, and never replaces one", async () => {
    const failing = { ...app.services.blobs, get: () => Promise.reject(new Error("store away")) };
    const refusal = await backupOf(app, failing).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BackupRefusal);
    expect(String(refusal)).toContain("Der Dateispeicher antwortet nicht.");
    const path = await copyOf(backup.path);
    const source = {
      ownerUrl,
      blobs: app.services.blobs,
      secret: "a secret of the tests, long enough",
      ownsSecret: true,
    };
    await expect(backUp({ ...source, path })).rejects.toThrow(/gibt es schon/);
    await expect(backUp({ ...source, blobs: failing, path: `${path}.new` })).rejects.toThrow(
      "Der Dateispeicher antwortet nicht.",
    );
    expect((await readdir(dirname(path))).filter((name) => name.includes("new"))).toEqual([]);
  });
});

/** Returns what the bytes decode to; nothing where they do not. */
function decompressed(bytes: Buffer): Buffer | undefined {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return undefined;
  }
}

async function copyOf(path: string): Promise<string> {
  const copy = join(await mkdtemp(join(dirname(path), "..", "vereinsheim-copy-")), "copy.tar.zst");
  await copyFile(path, copy);
  return copy;
}

/**
 * The archive once more with other entries; undefined leaves one out. `extra` is added before the
 * end.
 */
async function repacked(
  path: string,
  change: (name: string, bytes: Buffer) => Buffer | undefined,
  extra?: string,
): Promise<string> {
  const [source, target] = [extract(), pack()];
  const copy = `${await copyOf(path)}.repacked`;
  const reading = pipeline(createReadStream(path), createZstdDecompress(), source);
  const writing = pipeline(target, createZstdCompress(), createWriteStream(copy));
  for await (const entry of source) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const { name } = entry.header;
    if (name === "manifest.json" && extra !== undefined) target.entry({ name: extra }, "x\n");
    const bytes = change(name, Buffer.concat(chunks));
    if (bytes !== undefined)
      await new Promise<void>((resolve) => target.entry({ name }, bytes, () => resolve()));
  }
  target.finalize();
  await Promise.all([reading, writing]);
  return copy;
}
