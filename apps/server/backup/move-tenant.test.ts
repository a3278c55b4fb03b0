import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { globSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo } from "../demo/demo.ts";
import { testApp, type TestApp } from "../testing.ts";
import { allTenants } from "#modules/tenants/server/public.ts";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import { restore } from "#modules/backup/server/restore/restore.ts";
import { exportTenant, importTenant } from "#modules/backup/server/tenant/tenant-file.ts";
import { removeOrphanedBlobs } from "#platform/server/blobs/cleanup-queries.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import {
  contentsOfTables,
  emptyPlace,
  logIn,
  rowsOf,
  rowsOfClub,
  STAYS_BEHIND,
  storedFiles,
} from "./testing.ts";
import { portability } from "../commands/move-tenant.ts";

const PASSWORD = "demo-passwort-1";
const TOTP = { login: "buero@demo.example", secret: "JBSWY3DPEHPK3PXP" };

let app: TestApp;
let other: TestApp;
let place: Parameters<typeof exportTenant>[2];
let demoId: string;
let file: string;

const placeOf = ({ services }: TestApp) => ({
  ownerUrl: services.environment.databaseUrl ?? "",
  blobs: services.blobs,
  secrets: services.secrets,
  portability,
});

beforeAll(async () => {
  app = await testApp();
  Object.assign(app.services.environment, { demoPassword: PASSWORD });
  await makeDemo(app.services);
  place = placeOf(app);
  demoId = (await allTenants(app.services.database))[0]?.id ?? "";
  await app.tenant("anderer");
  const { secrets } = app.services;
  await rowsOf(
    place.ownerUrl,
    "WITH t AS (SELECT set_config('app.tenant_id', $1, false)) INSERT INTO login_totp (tenant_id, login_id, secret, confirmed_at) SELECT $1::uuid, id, $2, now() FROM login, t WHERE tenant_id = $1::uuid AND username = $3",
    [demoId, secrets.encrypt("totp", TOTP.secret), TOTP.login],
  );
  await logIn(app, "demo", "trainer@demo.example", PASSWORD);
  file = join(await mkdtemp(join(tmpdir(), "vereinsheim-club-")), "demo.tar.zst");
  await exportTenant("demo", file, place);
  other = await testApp();
  Object.assign(other.services, { secrets: createSecrets("the secret of another installation") });
  await other.tenant("schonda");
}, 90_000);
afterAll(async () => {
  await app?.close();
  await other?.close();
});

test("a club arrives in another installation with every row, file and login, beside the clubs that are there", async () => {
  const before = await contentsOfTables(placeOf(other).ownerUrl);
  const filesBefore = await storedFiles(other.services.blobs);
  const arrived = await importTenant(await checkArchive(file), placeOf(other));
  expect(arrived).toMatchObject({ name: "demo", isCopy: false });
  const [source, target] = [
    await rowsOfClub(place.ownerUrl, demoId),
    await rowsOfClub(placeOf(other).ownerUrl, demoId),
  ];
  expect(source["member"]?.length).toBeGreaterThan(290);
  expect(source["signing_key"]?.length).toBe(1);
  for (const table of STAYS_BEHIND) {
    expect(target[table], table).toEqual([]);
    delete source[table];
    delete target[table];
  }
  expect(target).toEqual(source);
  const files = await storedFiles(other.services.blobs);
  expect(Object.values(files).toSorted()).toEqual(
    [
      ...Object.values(filesBefore),
      ...Object.values(await storedFiles(app.services.blobs)),
    ].toSorted(),
  );
  const [schonda] = await rowsOf<{ id: string }>(
    placeOf(other).ownerUrl,
    "SELECT id FROM all_tenants() WHERE name = 'schonda'",
  );
  expect((await rowsOfClub(placeOf(other).ownerUrl, schonda?.id ?? ""))["tenant"]).toHaveLength(
    before["tenant"]?.rows ?? 0,
  );
  expect(await logIn(other, "demo", "trainer@demo.example", PASSWORD)).toBe(200);
});

test("its second factors are shut with the secret of the installation that has them now", async () => {
  const [row] = await rowsOf<{ secret: string }>(
    placeOf(other).ownerUrl,
    "SELECT secret FROM login_totp WHERE tenant_id = $1",
    [demoId],
  );
  expect(other.services.secrets.decrypt("totp", row?.secret ?? "")).toBe(TOTP.secret);
  expect(() => app.services.secrets.decrypt("totp", row?.secret ?? "")).toThrow(
    /authenticate|auth/,
  );
});

test("whatever modules encrypt is decrypted when a club moves, or is named here with the reason why not", () => {
  const known = new Map([
    ["modules/identity/server/realm/encrypted-cookie.ts", "lives in a browser for minutes"],
    ["modules/identity/server/keycloak/keycloak-provider.ts", "the table stays behind"],
    ["modules/identity/server/tokens/signing-keys.ts", "the table stays behind"],
    ["modules/identity/server/second-factor/totp.ts", "totp"],
    ["modules/transfer/server/export/targets/save-target.ts", "export-destination"],
    ["modules/transfer/server/import/sources/sources.ts", "import source headers"],
  ]);
  const shutting = globSync("{modules,apps,platform}/**/*.ts", {
    exclude: ["**/*.test.ts", "**/testing.ts", "modules/backup/**"],
  });
  return Promise.all(
    shutting.map(async (path) =>
      (await readFile(path, "utf8")).includes("secrets.encrypt(") ? [path] : [],
    ),
  ).then((found) => {
    expect(new Set(found.flat())).toEqual(new Set(known.keys()));
    const purposes = portability.flatMap(({ sealed = [] }) => sealed.map(({ purpose }) => purpose));
    expect(purposes.toSorted()).toEqual(["export-destination", "import source headers", "totp"]);
  });
});

test("a club is copied beside itself under another name: same ids, own rows and files, and one can go without the other", async () => {
  const before = await rowsOfClub(place.ownerUrl, demoId);
  await expect(importTenant(await checkArchive(file), place)).rejects.toThrow(/gibt es hier schon/);
  const copy = await importTenant(await checkArchive(file), place, "kopie");
  expect(copy).toMatchObject({ name: "kopie", isCopy: true });
  const [row] = await rowsOf<{ id: string }>(
    place.ownerUrl,
    "SELECT id FROM all_tenants() WHERE name = 'kopie'",
  );
  const copied = await rowsOfClub(place.ownerUrl, row?.id ?? "");
  expect(copied["member"]).toEqual(before["member"]);
  expect(copied["change"]).toEqual(before["change"]);
  expect(await rowsOfClub(place.ownerUrl, demoId)).toEqual(before);
  const shared = await rowsOf(
    place.ownerUrl,
    "SELECT key FROM blob GROUP BY key HAVING count(*) > 1",
  );
  expect(shared).toEqual([]);
  const queued = await rowsOf<{ payload: { tenantId: string }; key: string | null }>(
    place.ownerUrl,
    "SELECT payload, key FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = $1",
    [row?.id],
  );
  expect(queued.length).toBeGreaterThan(0);
  expect(queued.every(({ key }) => key === null || key.startsWith(row?.id ?? "?"))).toBe(true);
  expect(await logIn(app, "kopie", "trainer@demo.example", PASSWORD)).toBe(200);
  expect(await logIn(app, "demo", "trainer@demo.example", PASSWORD)).toBe(200);
});

test("a file of another kind is refused, and a name that is taken, and nothing has changed", async () => {
  const target = await emptyPlace();
  await expect(restore(await checkArchive(file), target)).rejects.toThrow(/tenant import/);
  await target.drop();
  await expect(exportTenant("niemand", `${file}.x`, place)).rejects.toThrow(/gibt es nicht/);
  await expect(
    exportTenant("demo", `${file}.y`, {
      ...place,
      secrets: createSecrets("a secret that encrypted nothing here"),
    }),
  ).rejects.toThrow(/Geheimnis passt nicht/);
  const before = await contentsOfTables(placeOf(other).ownerUrl);
  await expect(importTenant(await checkArchive(file), placeOf(other), "schonda")).rejects.toThrow(
    /gibt es hier schon/,
  );
  const failing = { ...other.services.blobs, put: () => Promise.reject(new Error("disk full")) };
  await expect(
    importTenant(await checkArchive(file), { ...placeOf(other), blobs: failing }, "dritter"),
  ).rejects.toThrow("disk full");
  expect(await contentsOfTables(placeOf(other).ownerUrl)).toEqual(before);
  expect(await removeOrphanedBlobs(other.services.database, other.services.blobs)).toBe(0);
});
