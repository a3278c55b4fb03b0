import { afterAll, beforeAll, expect, test } from "vitest";
import type pg from "pg";
import { withClient } from "#platform/server/database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#platform/server/testing/database.ts";

/**
 * Whether the tables can be spread over several PostgreSQL servers by club
 * (docs/from-one-machine-to-many.md): every key begins with the club, nothing refers to another
 * club's rows, and what acts beyond a row is known by name, with what it would need.
 */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
});
afterAll(() => database?.drop());

function rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return withClient(database.ownerUrl, async (client) => (await client.query<Row>(text)).rows);
}

/**
 * What triggers do, by function. On a distributed table a trigger runs at the part of the table that
 * a server has, once for each part that a statement touches.
 */
const TRIGGER_FUNCTIONS: Readonly<Record<string, string>> = {
  // Notifications reach who listens at the same server: live updates would need an outbox table,
  // or a listener at each server.
  announce_change: "NOTIFIES",
  announce_ended_sessions: "NOTIFIES",
  announce_to_each: "NOTIFIES",
  // Read and write other tables of the same club, whose rows lie beside.
  forget_custom_field_values: "SAME CLUB",
  keep_blob_quota: "SAME CLUB",
  record_changed_members: "SAME CLUB",
  record_changed_memberships: "SAME CLUB",
  record_created_members: "SAME CLUB",
  record_created_memberships: "SAME CLUB",
  record_deleted_members: "SAME CLUB",
  record_deleted_memberships: "SAME CLUB",
  record_group_change: "SAME CLUB",
  record_login_change: "SAME CLUB",
  remember_changed_words: "SAME CLUB",
  remember_words: "SAME CLUB",
  // Change nothing but their own row.
  fold_event: "OWN ROW",
};

/** Functions that see rows of every club: they would have to be asked at each server. */
const OVER_ALL_CLUBS = [
  "add_job_for_tenants",
  "all_tenants",
  "club_figures",
  "find_tenant",
  "orphaned_blob_keys",
  "tenant_state",
  "tenants_awaiting_digests",
  "tenants_with_overdue_mails",
  "work_figures",
];

test("every unique index holds the club, but the one that finds a club by its name", async () => {
  const loose = await rows<{ index: string }>(`
    SELECT i.relname AS index FROM pg_index x
    JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND (x.indisunique OR x.indisexclusion)
      AND NOT EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum = ANY (x.indkey) AND a.attname = 'tenant_id')`);
  expect(loose).toEqual([{ index: "tenant_name" }]);
});

test("every foreign key ties the club's column to the club's column", async () => {
  const foreign = await rows<{ name: string; tied: boolean }>(`
    SELECT k.conname AS name, EXISTS (
      SELECT FROM unnest(k.conkey, k.confkey) AS pair (here, there)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.here
      JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.there
      WHERE a.attname = 'tenant_id' AND b.attname = 'tenant_id') AS tied
    FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`);
  expect(foreign.length).toBeGreaterThan(50);
  expect(foreign.filter(({ tied }) => !tied)).toEqual([]);
});

test("no foreign key empties or moves the club's column", async () => {
  const changing = await rows<{ name: string }>(`
    SELECT k.conname AS name FROM pg_constraint k
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'tenant_id'
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
      AND (k.confupdtype IN ('c', 'n', 'd') OR (k.confdeltype IN ('n', 'd')
        AND (k.confdelsetcols IS NULL OR a.attnum = ANY (k.confdelsetcols))))`);
  expect(changing).toEqual([]);
});

test("no table of clubs is parted, inherited or numbered by the database", async () => {
  const special = await rows<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
      AND (c.relkind IN ('p', 'S', 'f', 'm') OR c.relispartition OR c.relhassubclass)`);
  expect(special).toEqual([]);
});

test("what each trigger needs is known", async () => {
  const found = await rows<{ name: string; notifies: boolean }>(`
    SELECT DISTINCT p.proname AS name, p.prosrc ~ 'pg_notify' AS notifies
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  expect(
    found.map(({ name }) => name),
    "name it in TRIGGER_FUNCTIONS with what it needs",
  ).toEqual(Object.keys(TRIGGER_FUNCTIONS).toSorted());
  for (const { name, notifies } of found)
    expect(TRIGGER_FUNCTIONS[name] === "NOTIFIES", name).toBe(notifies);
});

test("functions that see every club's rows are known", async () => {
  const found = await rows<{ name: string }>(`
    SELECT DISTINCT p.proname AS name FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
    WHERE p.prosecdef AND p.pronamespace IN ('public'::regnamespace, 'operations'::regnamespace)
      AND p.prosrc !~ 'current_tenant|app.tenant_id' ORDER BY 1`);
  expect(found.map(({ name }) => name)).toEqual(OVER_ALL_CLUBS);
});
