import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EnvironmentError, readEnvironment } from "#platform/server/environment.ts";
import { backup } from "./commands/backup.ts";
import { check } from "./commands/check.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "empty-installation-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

// A secret made by a mere look would stand in the way of the restore that comes next.
test.each([
  ["check", () => check.run(readEnvironment({ DATA_DIR: dataDir }), [], {})],
  ["backup", () => backup.run(readEnvironment({ DATA_DIR: dataDir }), [join(dataDir, "backup.tar.zst")], {})],
])("%s says that nothing is there, and leaves an empty folder empty", async (_name, command) => {
  const refused = await Promise.resolve(command()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(EnvironmentError);
  expect(String(refused)).toContain(`In ${dataDir} ist noch keine Installation`);
  expect(await readdir(dataDir)).toEqual([]);
});
