import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { withClient } from "./migrate.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "embedded-postgres-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres(dataDir, "a password", { fast: true });

test("processes that start at the same moment on an empty folder share one server", async () => {
  // Left behind by starts that were killed: one long ago, one perhaps a moment ago.
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres", "half"), "");
  for (const name of ["postgres.new-old", "postgres.new-young"]) await mkdir(join(dataDir, name));
  await utimes(join(dataDir, "postgres.new-old"), new Date(0), new Date(0));

  const [one, other] = await Promise.all([start(), start()]);
  try {
    expect(one.url).toBe(other.url);
    await withClient(one.url, (client) => client.query("CREATE TABLE shared (id int)"));
    const seen = await withClient(other.url, (client) => client.query("SELECT * FROM shared"));
    expect(seen.rows).toEqual([]);
    expect((await readdir(dataDir)).toSorted()).toEqual(["postgres", "postgres.new-young"]);
  } finally {
    await one.stop();
  }
});
