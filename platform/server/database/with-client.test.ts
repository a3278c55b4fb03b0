import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { withClient } from "./migrate.ts";

/** A connection of its own: for migrations, backups and what the owner does. */

let database: TestDatabase;

beforeAll(async () => {
  const cluster = process.env["TEST_DATABASE_URL"];
  if (cluster === undefined) throw new Error("TEST_DATABASE_URL is not set");
  database = await createTestDatabase(cluster, { migrated: false });
});
afterAll(() => database?.drop());

const MINE = "SELECT pid, state FROM pg_stat_activity WHERE datname = current_database()";

test("brings what the work brings, and leaves no connection behind", async () => {
  const one = await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ one: number }>("SELECT 1 AS one");
    return rows[0]?.one;
  });
  expect(one).toBe(1);
  await withClient(database.ownerUrl, async (client) => {
    await expect.poll(async () => (await client.query(MINE)).rows).toHaveLength(1);
  });
});

test("leaves none behind where the work fails either, and its failure is the one that is told", async () => {
  const failing = withClient(database.ownerUrl, async (client) => {
    await client.query("BEGIN; CREATE TABLE half (id int)");
    throw new Error("in the middle");
  });
  await expect(failing).rejects.toThrow("in the middle");
  await withClient(database.ownerUrl, async (client) => {
    await expect.poll(async () => (await client.query(MINE)).rows).toHaveLength(1);
    const { rows } = await client.query("SELECT to_regclass('half') AS half");
    expect(rows).toEqual([{ half: null }]);
  });
});

test("a connection that the server ends while idle fails the next statement, not the process", async () => {
  const broken = withClient(database.ownerUrl, async (idle) => {
    const { rows } = await idle.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await withClient(database.ownerUrl, async (other) => {
      await other.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
      // Gone, and nobody asked anything of it meanwhile.
      await expect.poll(async () => (await other.query(MINE)).rows).toHaveLength(1);
    });
    await idle.query("SELECT 1");
  });
  await expect(broken).rejects.toThrow(/terminat|not queryable/i);
});
