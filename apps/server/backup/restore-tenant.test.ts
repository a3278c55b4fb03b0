import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "#modules/backup/server/backup.ts";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { restoreTenant } from "#modules/backup/server/tenant/restore-tenant.ts";
import { exportTenant } from "#modules/backup/server/tenant/tenant-file.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import { portability } from "../commands/move-tenant.ts";
import { runInShell } from "../commands/testing.ts";
import { makeDemo } from "../demo/demo.ts";
import { testApp, type TestApp } from "../testing.ts";
import { FORMER_BACKUP, FORMER_PASSWORD } from "../upgrade/testing.ts";
import {
  backupOf,
  contentsOfTables,
  logIn,
  noise,
  rowsOf,
  rowsOfClub,
  STAYS_BEHIND,
  storedFiles,
} from "./testing.ts";

const PASSWORD = "demo-passwort-1";
const TOTP_SECRET = "JBSWY3DPEHPK3PXP";
const SECRET = "a secret of the tests, long enough";

let app: TestApp;
let other: TestApp;
let demoId: string;
let folder: string;
let backup: string;

const placeOf = ({ services }: TestApp) => ({
  ownerUrl: services.environment.databaseUrl ?? "",
  blobs: services.blobs,
  secrets: services.secrets,
  portability,
});
const idOf = async (one: TestApp, name: string) => {
  const [row] = await rowsOf<{ id: string }>(
    placeOf(one).ownerUrl,
    "SELECT id FROM all_tenants() WHERE name = $1",
    [name],
  );
  return row?.id ?? "";
};
const scratchesIn = async (one: TestApp) =>
  (await readdir(one.services.environment.dataDir)).filter((name) => name.startsWith(".restore"));

/** The command in a shell beside the server. */
function command(one: TestApp, args: string[], more: Record<string, string> = {}) {
  const { databaseUrl, dataDir, appSecret } = one.services.environment;
  return runInShell(["tenant", "restore", ...args], {
    DATABASE_URL: databaseUrl ?? "",
    DATA_DIR: dataDir,
    APP_SECRET: appSecret ?? "",
    ...more,
  });
}

const wanted = (name: string, as = name) => ({
  name,
  as,
  secret: "",
  dataDir: other.services.environment.dataDir,
});

beforeAll(async () => {
  app = await testApp();
  Object.assign(app.services.environment, { demoPassword: PASSWORD });
  await makeDemo(app.services);
  demoId = await idOf(app, "demo");
  await rowsOf(
    placeOf(app).ownerUrl,
    "WITH t AS (SELECT set_config('app.tenant_id', $1, false)) INSERT INTO login_totp (tenant_id, login_id, secret, confirmed_at) SELECT $1::uuid, id, $2, now() FROM login, t WHERE tenant_id = $1::uuid AND username = 'buero@demo.example'",
    [demoId, app.services.secrets.encrypt("totp", TOTP_SECRET)],
  );
  // Another club of the same backup, with a member, a file of its own and one that is lost.
  const neighbour = await app.tenant("nachbar");
  await app.user(neighbour, { firstname: "Fremde", lastname: "Person" });
  const { key, size, sha256 } = await app.services.blobs.put(noise(100_000), { maxBytes: 1e6 });
  await rowsOf(
    placeOf(app).ownerUrl,
    "INSERT INTO blob (tenant_id, key, size, sha256) VALUES ($1, $2, $4, $5), ($1, $3, $4, $5)",
    [neighbour.id, key, `ab/${"0".repeat(38)}`, size, sha256],
  );
  ({ path: backup } = await backupOf(app));
  folder = await mkdtemp(join(tmpdir(), "vereinsheim-restore-tenant-"));
  other = await testApp();
  const boss = await other.tenant("schonda");
  await other.user(boss, { isAdmin: true });
}, 120_000);
afterAll(async () => {
  await app?.close();
  await other?.close();
  await rm(folder, { recursive: true, force: true });
});

test("one club of a backup comes with every row, file and login; the other clubs are as they were", async () => {
  const before = await contentsOfTables(placeOf(other).ownerUrl);
  const neighbour = await rowsOfClub(placeOf(other).ownerUrl, await idOf(other, "schonda"));
  const secrets = createSecrets("the secret of another installation");
  const arrived = await restoreTenant(await checkArchive(backup), wanted("demo"), {
    ...placeOf(other),
    secrets,
  });
  expect(arrived).toMatchObject({ name: "demo", isCopy: false });
  const source = await rowsOfClub(placeOf(app).ownerUrl, demoId);
  const target = await rowsOfClub(placeOf(other).ownerUrl, demoId);
  for (const table of STAYS_BEHIND) {
    expect(target[table], table).toEqual([]);
    delete source[table];
    delete target[table];
  }
  expect(source["member"]?.length).toBeGreaterThan(290);
  expect(target).toEqual(source);
  // Of the backup's other club there is nothing, and of the installation's own nothing is missing.
  const clubs = await rowsOf(placeOf(other).ownerUrl, "SELECT name FROM all_tenants() ORDER BY 1");
  expect(clubs).toEqual([{ name: "demo" }, { name: "schonda" }]);
  expect(await rowsOfClub(placeOf(other).ownerUrl, await idOf(other, "schonda"))).toEqual(
    neighbour,
  );
  const files = Object.values(await storedFiles(other.services.blobs)).toSorted();
  const sums = await rowsOf<{ sha256: string }>(
    placeOf(app).ownerUrl,
    "SELECT sha256 FROM blob WHERE tenant_id = $1 AND sha256 <> '' ORDER BY 1",
    [demoId],
  );
  expect(files).toEqual(sums.map(({ sha256 }) => sha256));
  expect(files.length).toBeGreaterThan(3);
  expect(before["member"]?.rows).toBe(1);
  // Second factors are shut with the secret of the installation that has them now.
  const [totp] = await rowsOf<{ secret: string }>(
    placeOf(other).ownerUrl,
    "SELECT secret FROM login_totp WHERE tenant_id = $1",
    [demoId],
  );
  expect(secrets.decrypt("totp", totp?.secret ?? "")).toBe(TOTP_SECRET);
  expect(await logIn(other, "demo", "trainer@demo.example", PASSWORD)).toBe(200);
  const faults: string[] = [];
  const found = (sentence: string) => faults.push(sentence);
  await checkInstallation({ ...placeOf(other), deep: true, found });
  expect(faults).toEqual([]);
  expect(await scratchesIn(other)).toEqual([]);
}, 120_000);

test("what went wrong since the backup comes back beside it, under a new name", async () => {
  const ownerUrl = placeOf(app).ownerUrl;
  await rowsOf(
    ownerUrl,
    "WITH t AS (SELECT set_config('app.tenant_id', $1, false)) UPDATE member SET last_name = 'Verschrieben' FROM t WHERE tenant_id = $1::uuid",
    [demoId],
  );
  const spoilt = await rowsOfClub(ownerUrl, demoId);
  const refused = await command(app, [backup, "demo"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("vereinsheim tenant rename demo demo-alt");
  expect(refused.stderr).toContain("--name NEU");
  const outcome = await command(app, [backup, "demo", "--name", "von-gestern"]);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(outcome.stdout).toContain('Der Verein "von-gestern" ist da');
  expect(outcome.stdout).toContain("Er ist eine Kopie neben dem anderen.");
  const returned = await rowsOfClub(ownerUrl, await idOf(app, "von-gestern"));
  expect(returned["member"]).toHaveLength(spoilt["member"]?.length ?? 0);
  expect(returned["member"]?.join("\n")).not.toContain("Verschrieben");
  expect(await rowsOfClub(ownerUrl, demoId)).toEqual(spoilt);
  expect(await logIn(app, "von-gestern", "trainer@demo.example", PASSWORD)).toBe(200);
  expect(await scratchesIn(app)).toEqual([]);
}, 120_000);

test("a backup of version 0.1.0 brings its club, up to date", async () => {
  const target = await testApp();
  const outcome = await command(target, [FORMER_BACKUP, "demo"]);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  const { header, manifest } = await checkArchive(FORMER_BACKUP);
  const { id } = header.tenants.find(({ name }) => name === "demo") ?? { id: "" };
  const rows = manifest.tenants.find((tenant) => tenant.id === id)?.tables ?? [];
  const members = rows.find(({ name }) => name === "member")?.rows;
  expect(header.tenants.length).toBeGreaterThan(1);
  expect(members).toBeGreaterThan(290);
  expect(await rowsOf(placeOf(target).ownerUrl, "SELECT FROM member")).toHaveLength(members ?? -1);
  expect(await logIn(target, "demo", "trainer@demo.example", FORMER_PASSWORD)).toBe(200);
  await target.close();
}, 120_000);

test("what can't be restored is refused in a sentence, and nothing is changed or left", async () => {
  const before = await contentsOfTables(placeOf(other).ownerUrl);
  const refuse = async (args: string[], sentence: string, more?: Record<string, string>) => {
    const { code, stderr } = await command(other, args, more);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/ at |Error:/);
  };
  await refuse([backup, "niemand"], "Sie enthält: demo, nachbar.");
  await refuse([backup, "nachbar", "--name", "Bad.Name"], '"Bad.Name" geht nicht');
  await refuse([backup, "nachbar"], "ist zu wenig Platz", { DISK_RESERVE: "100TiB" });
  await refuse([join(folder, "nichts.tar.zst"), "nachbar"], "gibt es nicht");
  const cut = join(folder, "cut.tar.zst");
  await writeFile(cut, (await readFile(backup)).subarray(0, 100_000));
  await refuse([cut, "nachbar"], "beschädigt");
  const club = join(folder, "club.tar.zst");
  await exportTenant("nachbar", club, placeOf(app));
  await refuse([club, "nachbar"], "tenant import DATEI");
  const guarded = join(folder, "guarded.tar.zst");
  const source = { ...placeOf(app), path: guarded };
  await backUp({ ...source, secret: SECRET, ownsSecret: false });
  await expect(
    restoreTenant(
      await checkArchive(guarded),
      { ...wanted("nachbar"), secret: "another secret that is as long as that" },
      placeOf(other),
    ),
  ).rejects.toThrow(/mit einem anderen APP_SECRET/);
  expect(await contentsOfTables(placeOf(other).ownerUrl)).toEqual(before);
  expect(await scratchesIn(other)).toEqual([]);
}, 120_000);

test("Ctrl+C ends it with the scratch installation and its PostgreSQL, and no club has come", async () => {
  const { databaseUrl, dataDir, appSecret } = other.services.environment;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "..", "cli.ts"), "tenant", "restore", backup, "nachbar"],
    {
      env: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        APP_SECRET: appSecret,
        PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      },
      stdio: "ignore",
    },
  );
  const ended = once(child, "exit");
  let postmaster = 0;
  await expect
    .poll(
      async () => {
        const [scratch = "none"] = await scratchesIn(other);
        const file = join(dataDir, scratch, "postgres", "postmaster.pid");
        postmaster = Number.parseInt(await readFile(file, "utf8").catch(() => "0"), 10);
        return postmaster;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBeGreaterThan(1);
  child.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(await scratchesIn(other)).toEqual([]);
  await expect.poll(() => existsSync(`/proc/${postmaster}`), { timeout: 10_000 }).toBe(false);
  expect(await idOf(other, "nachbar")).toBe("");
}, 120_000);

test("a failure half-way leaves nothing: no club, no file, no scratch installation; nor does a killed process", async () => {
  const { dataDir } = other.services.environment;
  const left = join(dataDir, ".restore-4194999-abcdef");
  await mkdir(left);
  await copyFile(backup, join(left, "club.tar.zst"));
  const before = await contentsOfTables(placeOf(other).ownerUrl);
  const files = await storedFiles(other.services.blobs);
  const archive = await checkArchive(backup);
  const secret = { value: "a secret that opens nothing in this backup" };
  const locked = { ...archive, header: { ...archive.header, secret } };
  await expect(restoreTenant(locked, wanted("demo", "halb"), placeOf(other))).rejects.toThrow(
    /Geheimnis passt nicht zu login_totp/,
  );
  expect(await contentsOfTables(placeOf(other).ownerUrl)).toEqual(before);
  expect(await storedFiles(other.services.blobs)).toEqual(files);
  expect(await scratchesIn(other)).toEqual([]);
}, 120_000);
