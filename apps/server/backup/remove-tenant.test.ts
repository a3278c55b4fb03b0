import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import { tenantTables } from "#modules/backup/server/catalogue-queries.ts";
import { restore } from "#modules/backup/server/restore/restore.ts";
import { removeTenant } from "#modules/backup/server/tenant/remove-tenant.ts";
import { exportTenant, importTenant } from "#modules/backup/server/tenant/tenant-file.ts";
import { usersContract } from "#modules/members/contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { findTenantByName } from "#modules/tenants/server/public.ts";
import { withCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { enqueueMail } from "#platform/server/mail/send-mail.ts";
import { portability } from "../commands/move-tenant.ts";
import { aPersonWithData } from "../contract-tests/person-with-data/testing.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import {
  backupOf,
  contentsOfTables,
  emptyPlace,
  logIn,
  rowsOf,
  storedFiles,
  waitingJobs,
} from "./testing.ts";

let app: TestApp;
let ownerUrl: string;
const place = () => ({
  ...app.services,
  ownerUrl,
  dataDir: app.services.environment.dataDir,
  portability,
});

beforeAll(async () => {
  app = await testApp();
  ownerUrl = app.services.environment.databaseUrl ?? "";
  await aClubWithEverything("nachbar");
}, 60_000);
afterAll(() => app?.close());

/** A club with at least one row in every table, with files, mails, jobs and limits. */
async function aClubWithEverything(name: string): Promise<TestUser> {
  const tenant = await app.tenant(name);
  const boss = await app.user(tenant, { firstname: "Berta", lastname: "Boss", isAdmin: true });
  await aPersonWithData(app, boss);
  await logIn(app, name, "boss", "Vier zufaellige Woerter");
  const limit = { points: 5, seconds: 3_600 };
  await app.services.rateLimits.consume("login", `${tenant.id} jemand@example.org`, limit);
  const mail = { to: { address: "a@example.org" }, subject: "Gruß", text: "x", html: "x" };
  await app.services.database.write(tenant.id, systemActor(), (tx) => enqueueMail(tx, mail));
  await app.runJobs();
  await app.services.database.write(tenant.id, systemActor(), (tx) => enqueueMail(tx, mail));
  await withClient(ownerUrl, async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenant.id]);
    for (const statement of ROWS_WITHOUT_A_CALL) await client.query(statement);
    const secret = app.services.secrets.encrypt("totp", "JBSWY3DPEHPK3PXP");
    await client.query("UPDATE login_totp SET secret = $1 WHERE tenant_id = $2", [
      secret,
      tenant.id,
    ]);
    // It still waits when another club's work is run.
    await client.query(
      "UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day' WHERE payload ->> 'tenantId' = $1",
      [tenant.id],
    );
  });
  return boss;
}

/** What only a Keycloak, a browser, a clock or a repeated request would write. */
const ROWS_WITHOUT_A_CALL = [
  "INSERT INTO blob_quota (bytes) VALUES (1000000000)",
  "INSERT INTO keycloak_user (login_id, member_id) SELECT id, member_id FROM login WHERE username = 'boss' AND tenant_id = current_tenant()",
  "INSERT INTO keycloak_ended_session (session_id) VALUES ('x')",
  "INSERT INTO calendar_feed (user_id, ics_id) SELECT member_id, 'x' FROM login WHERE username = 'boss' AND tenant_id = current_tenant()",
  "INSERT INTO file_selection (share_id, entry_ids) SELECT id, '{}' FROM file_share WHERE tenant_id = current_tenant() LIMIT 1",
  "INSERT INTO file_text (entry_id, share_id, version, content, words) SELECT id, share_id, 1, 'Wort', to_tsvector('wort') FROM file_entry WHERE tenant_id = current_tenant() LIMIT 1",
  "INSERT INTO file_upload_chunk (upload_id, chunk, receipt) SELECT id, 0, 'x' FROM file_upload WHERE tenant_id = current_tenant() LIMIT 1",
  "INSERT INTO guest_invitation_count (member_id, day, count) SELECT member_id, '2026-11-01', 3 FROM login WHERE username = 'boss' AND tenant_id = current_tenant()",
  "INSERT INTO holiday_feed (url) VALUES ('https://ferien.example/x.ics')",
  "INSERT INTO holiday (name, from_on, to_on) VALUES ('Ferien', '2026-11-01', '2026-11-02')",
  "INSERT INTO message_held_recipient (message_id, user_id, direct) SELECT m.id, l.member_id, true FROM message m, login l WHERE l.username = 'boss' AND m.tenant_id = current_tenant() AND l.tenant_id = current_tenant() LIMIT 1",
  "INSERT INTO message_digest_day (day) VALUES ('2026-11-01')",
  "INSERT INTO message_group (message_id, position, name) SELECT id, 7, 'Turnen' FROM message WHERE tenant_id = current_tenant() LIMIT 1",
  "INSERT INTO idempotent_answer (caller, key, fingerprint, status) VALUES ('x', 'x', 'x', 201)",
];

/** Everything that an installation holds, wherever it lies. */
async function holdings() {
  const { dataDir } = app.services.environment;
  const folder = join(dataDir, "mail");
  const stored = await readdir(join(dataDir, "files"), { recursive: true, withFileTypes: true });
  const mails = await Promise.all(
    (await readdir(folder)).map(async (name): Promise<[string, string]> => [
      name,
      createHash("sha256")
        .update(await readFile(join(folder, name)))
        .digest("hex"),
    ]),
  );
  return {
    tables: await contentsOfTables(ownerUrl),
    jobs: await waitingJobs(ownerUrl),
    limits: await rowsOf(ownerUrl, "SELECT key, points FROM operations.rate_limit ORDER BY key"),
    files: await storedFiles(app.services.blobs),
    // Those that have not wholly arrived as well.
    fileNames: stored.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted(),
    mails: Object.fromEntries(mails),
  };
}

test("a club with one of everything goes, and the installation is as if it had never been there", async () => {
  const before = await holdings();
  const { tenant } = await aClubWithEverything("weg");
  const empty: string[] = [];
  await withClient(ownerUrl, async (client) => {
    for (const { name } of await tenantTables(client)) {
      const { rowCount } = await client.query(
        `SELECT FROM "${name}" WHERE tenant_id = $1 LIMIT 1`,
        [tenant.id],
      );
      if (rowCount === 0) empty.push(name);
    }
  });
  expect(empty, "tables that the club has no row in: give it one above").toEqual([]);
  const during = await holdings();
  expect(during.jobs.length).toBeGreaterThan(before.jobs.length);
  expect(during.limits.length).toBeGreaterThan(before.limits.length);
  expect(Object.keys(during.mails).length).toBeGreaterThan(Object.keys(before.mails).length);

  const removed = await removeTenant("weg", place());
  expect(removed?.rows).toBeGreaterThan(100);
  const rowsOfFiles = ({ tables }: typeof before) => tables["blob"]?.rows ?? 0;
  expect(removed?.files).toBe(rowsOfFiles(during) - rowsOfFiles(before));
  expect(await holdings()).toEqual(before);
  expect(await removeTenant("weg", place())).toBeUndefined();
});

test("a copy of a club keeps every row when the club goes, though their ids are the same", async () => {
  await aClubWithEverything("urschrift");
  const file = join(await mkdtemp(join(tmpdir(), "vereinsheim-club-")), "club.tar.zst");
  await exportTenant("urschrift", file, place());
  const archive = await checkArchive(file);
  await removeTenant("urschrift", place());
  await importTenant(archive, place(), "kopie");
  const alone = await holdings();
  const isCopied = await importTenant(archive, place(), "urschrift");
  expect(isCopied.isCopy).toBe(true);
  await removeTenant("urschrift", place());
  expect(await holdings()).toEqual(alone);
  await removeTenant("kopie", place());
});

test("files that a backup may still read stay until it has ended", async () => {
  const before = await storedFiles(app.services.blobs);
  await aClubWithEverything("gesichert");
  const during = await storedFiles(app.services.blobs);
  await withClient(ownerUrl, (client) =>
    withCleanupPaused(client, async () => {
      await removeTenant("gesichert", place());
      expect(await storedFiles(app.services.blobs)).toEqual(during);
    }),
  );
  const given = Object.keys(during).filter((key) => !(key in before));
  expect(
    await rowsOf(ownerUrl, "SELECT key FROM orphaned_blob_keys($1) AS key", [given]),
  ).toHaveLength(given.length);
  for (const key of given) await app.services.blobs.delete(key);
});

test("what fails in the middle leaves the club as it was, open and whole", async () => {
  const { services } = app;
  const before = await holdings();
  await withClient(ownerUrl, async (client) => {
    await client.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the disk is broken'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON tenant FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await expect(removeTenant("nachbar", place())).rejects.toThrow("the disk is broken");
    await client.query("DROP FUNCTION refuse CASCADE");
  });
  expect(await findTenantByName(services.database, "nachbar")).toMatchObject({ state: "ACTIVE" });
  expect(await holdings()).toEqual(before);
});

test("whoever writes meanwhile is told that the club is gone, and leaves nothing behind", async () => {
  const before = await contentsOfTables(ownerUrl);
  const boss = await app.user(await app.tenant("betrieb"), { isAdmin: true });
  const body = { firstname: "Otto", lastname: "Eilig" };
  const isGone = new AbortController();
  const statuses: number[] = [];
  const writer = async () => {
    while (!isGone.signal.aborted) {
      const headers = { "idempotency-key": `key-${statuses.length}` };
      statuses.push((await app.call(usersContract.createUser, { body, headers }, boss)).status);
      // A refusal without the database leaves no room for others by itself.
      await setImmediate();
    }
  };
  const writers = Promise.all([writer(), writer(), writer()]);
  try {
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(10);
    await removeTenant("betrieb", place());
  } finally {
    // Also where they come to nothing: they would write on below the tests that follow.
    isGone.abort();
  }
  await writers;
  expect([...new Set(statuses)].filter((status) => ![201, 404, 503].includes(status))).toEqual([]);
  expect(await contentsOfTables(ownerUrl)).toEqual(before);
});

test("an owner of the tables who is no superuser removes a club as well", async () => {
  const { path } = await backupOf(app);
  const modest = await emptyPlace({ modest: true });
  await restore(await checkArchive(path), modest);
  const there = await modest.open();
  const { database } = there.services;
  expect((await removeTenant("nachbar", { ...modest, database }))?.rows).toBeGreaterThan(100);
  const left = await contentsOfTables(modest.superuserUrl);
  expect(Object.entries(left).filter(([, { rows }]) => rows > 0)).toEqual([]);
  expect(await storedFiles(modest.blobs)).toEqual({});
  await there.close();
  await modest.drop();
});

test("a field of the same name keeps its values in another club", async () => {
  const [fort, bleibt] = await Promise.all(
    ["fort", "bleibt"].map(async (name) => app.user(await app.tenant(name), { isAdmin: true })),
  );
  if (fort === undefined || bleibt === undefined) throw new Error("no clubs");
  const field = { body: { key: "dasselbe", kind: "TEXT", label: "Dasselbe" } } as const;
  const member = {
    body: { firstname: "Ida", lastname: "Weg", customFields: { dasselbe: "bleibt" } },
  };
  for (const boss of [fort, bleibt]) await app.call(tenantsContract.createCustomField, field, boss);
  await app.call(usersContract.createUser, member, fort);
  const neighbour = await app.call(usersContract.createUser, member, bleibt);
  await removeTenant("fort", place());
  expect(await findTenantByName(app.services.database, "fort")).toBeUndefined();
  const params = { id: neighbour.body.id };
  const after = await app.call(usersContract.getUser, { params }, bleibt);
  expect(after.body).toEqual(neighbour.body);
  await removeTenant("bleibt", place());
});
