import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EnvironmentError, readEnvironment } from "#platform/server/environment.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { installationSecret, keptSecret } from "#platform/server/secrets.ts";
import { backup } from "./commands/backup.ts";
import { check } from "./commands/check.ts";
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
