import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { backUp } from "#modules/backup/server/backup.ts";
import { BackupRefusal } from "#modules/backup/server/archive/format.ts";
import { claimBlob, releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { newBlobKey } from "#platform/server/blobs/blobs.ts";
import { DatabaseRoom } from "#platform/server/database/database-room.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { DiskReserve } from "#platform/server/disk/disk-reserve.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { testApp, type TestApp } from "../testing.ts";
import { noise } from "./testing.ts";

const run = promisify(execFile);

let app: TestApp;
let tenant: TenantRow;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant("tsv");
});
afterAll(() => app?.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vereinsheim-space-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const attempt = (into: string, backups?: DiskReserve) =>
  backUp({
    ownerUrl: app.services.environment.databaseUrl ?? "",
    blobs: app.services.blobs,
    secret: app.services.environment.appSecret ?? "",
    ownsSecret: false,
    path: join(into, "backup.tar.zst"),
    room: { database: new DatabaseRoom(), files: undefined, backups },
  }).catch((error: unknown) => error);

test("a backup that will hardly find room is refused before anything is written", async () => {
  const stored = { key: newBlobKey(), size: 900e12, sha256: "0".repeat(64) };
  await app.services.database.write(tenant.id, systemActor(), (tx) => claimBlob(tx, stored));
  const refusal = await attempt(folder);
  await app.services.database.write(tenant.id, systemActor(), (tx) => releaseBlob(tx, stored.key));
  expect(refusal).toBeInstanceOf(BackupRefusal);
  expect(String(refusal)).toMatch(
    /In \/\S+ ist zu wenig Platz: gebraucht werden etwa 900\.000 GB, frei sind [\d.,]+ GB\. Es wurde nichts geschrieben\./,
  );
  expect(await readdir(folder)).toEqual([]);
});

test("on the installation's own disk it leaves the reserve", async () => {
  const reserve = new DiskReserve(app.services.environment.dataDir, { bytes: 900e12 });
  const refusal = await attempt(folder, reserve);
  expect(String(refusal)).toMatch(/von denen 900\.000 GB für die Datenbank frei bleiben/);
  expect(await readdir(folder)).toEqual([]);
});

// Only root may mount a disk.
test.skipIf(process.getuid?.() !== 0).each([
  ["a disk that fills up", 4, 0],
  ["a disk that comes to its reserve", 64, 40],
])("%s ends it in one sentence, and nothing of it stays", async (_what, mebibytes, reserved) => {
  const disk = await mkdtemp(join(tmpdir(), "vereinsheim-disk-"));
  await run("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "vereinsheim", disk]);
  // Its row says less than its bytes are, so that the look at the start lets it pass.
  const stored = await app.services.blobs.put(noise(50_000_000), { maxBytes: 1e9 });
  await app.services.database.write(tenant.id, systemActor(), (tx) =>
    claimBlob(tx, { ...stored, size: 1 }),
  );
  try {
    const refusal = await attempt(disk, new DiskReserve(disk, { bytes: reserved * 1024 * 1024 }));
    expect(refusal).toBeInstanceOf(BackupRefusal);
    expect(String(refusal)).toContain(
      `In ${disk} ist kein Platz mehr: Der Datenträger wurde beim Schreiben voll. Die angefangene Datei ist wieder entfernt.`,
    );
    expect(await readdir(disk)).toEqual([]);
  } finally {
    await app.services.database.write(tenant.id, systemActor(), (tx) =>
      releaseBlob(tx, stored.key),
    );
    await run("umount", [disk]);
    await rm(disk, { recursive: true, force: true });
  }
});
