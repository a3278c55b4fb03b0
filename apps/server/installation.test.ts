import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EnvironmentError, readEnvironment } from "#platform/server/environment.ts";
import { withCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";
import { knownMigrations, withClient } from "#platform/server/database/migrate.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { createTestDatabase, type TestDatabase } from "#platform/server/testing/database.ts";
import { installationSecret, keptSecret } from "#platform/server/secrets.ts";
import { backup } from "./commands/backup.ts";
import { check } from "./commands/check.ts";
import { makeDemo } from "./demo/demo.ts";
import { openInstallation } from "./installation.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "empty-installation-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

// A secret made by a mere look would stand in the way of the restore that comes next.
test.each([
  ["check", () => check.run(readEnvironment({ DATA_DIR: dataDir }), [], {})],
  [
    "backup",
    () => backup.run(readEnvironment({ DATA_DIR: dataDir }), [join(dataDir, "backup.tar.zst")], {}),
  ],
])("%s says that nothing is there, and leaves an empty folder empty", async (_name, command) => {
  const refused = await Promise.resolve(command()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(EnvironmentError);
  expect(String(refused)).toContain(`In ${dataDir} ist noch keine Installation`);
  expect(await readdir(dataDir)).toEqual([]);
});

test("an empty secret is none: the next start makes one, and never another once it is there", async () => {
  await writeFile(join(dataDir, "secret"), "");
  expect(await keptSecret(dataDir)).toBeUndefined();
  const made = await Promise.all([installationSecret(dataDir), installationSecret(dataDir)]);
  expect(made[0].length).toBeGreaterThanOrEqual(32);
  expect(await installationSecret(dataDir, "x".repeat(40))).toBe(
    await readFile(join(dataDir, "secret"), "utf8"),
  );
  expect(await readdir(dataDir)).toEqual(["secret"]);
});

test("many processes that start at once have one secret", async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => installationSecret(dataDir)));
  expect(new Set(made).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(["secret"]);
});

describe("servers that start at the same moment", () => {
  const SECRET = "the secret of the servers, long enough";
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "", {
      migrated: false,
    });
  });
  afterEach(() => database.drop());
  const open = (secret = SECRET) =>
    openInstallation(
      readEnvironment({ DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, APP_SECRET: secret }),
      pino({ level: "silent" }),
    );
  const opened = async (secrets: readonly string[]) => {
    const outcomes = await Promise.allSettled(secrets.map((secret) => open(secret)));
    const servers = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    return { servers, refusals };
  };

  test.each([2, 4])("%i come up on an empty database, which is migrated once", async (count) => {
    const { servers, refusals } = await opened(Array.from({ length: count }, () => SECRET));
    expect(refusals).toEqual([]);
    for (const { services } of servers) await services.database.ping();
    expect(await withClient(database.ownerUrl, appliedMigrations)).toEqual(await knownMigrations());
    await Promise.all(servers.map((server) => server.close()));
  });

  test("make one demo club, and all of them serve it", async () => {
    const { servers } = await opened([SECRET, SECRET]);
    const demos = await Promise.all(servers.map(({ services }) => makeDemo(services)));
    expect(new Set(demos.map((demo) => demo?.password)).size).toBe(1);
    const clubs = await withClient(database.ownerUrl, (client) =>
      client.query("SELECT name FROM tenant"),
    );
    expect(clubs.rows).toEqual([{ name: servers[0]?.services.environment.defaultTenant }]);
    await Promise.all(servers.map((server) => server.close()));
  });

  test("with two secrets are one, and the other is refused and takes nothing", async () => {
    const { servers, refusals } = await opened([SECRET, "another secret that is as long as that"]);
    expect(servers).toHaveLength(1);
    expect(String(refusals[0])).toContain("Das Geheimnis passt nicht zu dieser Datenbank");
    await servers[0]?.services.database.ping();
    await servers[0]?.close();
  });

  test("do not wait for a backup that is being written", async () => {
    await (await open()).close();
    await withClient(database.ownerUrl, (client) =>
      withCleanupPaused(client, async () => {
        const server = await open();
        await expect(server.services.database.ping()).resolves.toBeUndefined();
        await server.close();
      }),
    );
  });
});

test("a shell with another secret is refused, and the servers keep their login", async () => {
  const database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  const open = (secret: string) =>
    openInstallation(
      readEnvironment({ DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, APP_SECRET: secret }),
      pino({ level: "silent" }),
    );
  const server = await open("the secret of the servers, long enough");
  const refused = await open("another secret that is as long as that").catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(EnvironmentError);
  expect(String(refused)).toContain("Das Geheimnis passt nicht zu dieser Datenbank");
  const second = await open("the secret of the servers, long enough");
  await second.services.database.ping();
  await Promise.all([server.close(), second.close()]);
  await database.drop();
});
