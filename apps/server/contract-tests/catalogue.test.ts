import { afterAll, beforeAll, describe, expect, test } from "vitest";
import pg from "pg";
import { migrate, withClient } from "#platform/server/database/migrate.ts";
import { type Roles, rolesOf } from "#platform/server/database/schema/roles.ts";
import { createTestDatabase, type TestDatabase } from "#platform/server/testing/database.ts";
import { modules } from "../modules.ts";

/**
 * The database itself, read from its catalogue: what protects one tenant from another must hold for
 * every table.
 */

let database: TestDatabase;
let appUrl: string;
let tables: string[];
let roles: Roles;

/** Unique without the tenant in front, because it finds the tenant. */
const INSTALLATION_WIDE = new Set(["tenant_name"]);

beforeAll(async () => {
  const cluster = process.env["TEST_DATABASE_URL"];
  if (cluster === undefined) throw new Error("TEST_DATABASE_URL is not set");
  database = await createTestDatabase(cluster);
  appUrl = await migrate(database.ownerUrl, "a secret of the tests, long enough");
  roles = await withClient(database.ownerUrl, rolesOf);
  tables = (
    await rows<{ name: string }>(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')",
    )
  ).map(({ name }) => name);
});

afterAll(() => database.drop());

function rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return withClient(database.ownerUrl, async (client) => (await client.query<Row>(text)).rows);
}

describe("every table of a tenant", () => {
  test("is known to this test", () => {
    expect(tables).toEqual(
      expect.arrayContaining(["tenant", "member", "club_group", "membership", "login", "blob"]),
    );
  });

  test("has forced row-level security and a policy that checks reading and writing", async () => {
    const found = await rows<{ name: string; enabled: boolean; forced: boolean; policy: boolean }>(`
      SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
        EXISTS (SELECT FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname AND p.cmd = 'ALL'
          AND p.roles = '{public}' AND p.qual LIKE '%app.tenant_id%' AND p.with_check LIKE '%app.tenant_id%') AS policy
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
    expect(
      found.filter(({ enabled, forced, policy }) => !enabled || !forced || !policy),
      "tables whose migration lacks CALL protect_tenant_table('…')",
    ).toEqual([]);
  });

  test("opens no policy to the application beyond the tenant's own rows", async () => {
    const loose = await rows<{ tablename: string; roles: string }>(`
      SELECT tablename, roles::text FROM pg_policies
      WHERE schemaname = 'public' AND qual NOT LIKE '%app.tenant_id%' AND roles && '{public,${roles.app}}'::name[]`);
    expect(loose).toEqual([]);
  });

  test("has the tenant first in its primary key, in every unique index and in every foreign key", async () => {
    const keys = await rows<{ table: string; index: string; first: string; primary: boolean }>(`
      SELECT c.relname AS table, i.relname AS index, a.attname AS first, x.indisprimary AS primary
      FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
      WHERE c.relnamespace = 'public'::regnamespace AND x.indisunique`);
    expect(
      keys.filter(({ index, first }) => first !== "tenant_id" && !INSTALLATION_WIDE.has(index)),
    ).toEqual([]);
    expect(new Set(keys.filter(({ primary }) => primary).map(({ table }) => table))).toEqual(
      new Set(tables),
    );
    const foreign = await rows<{ name: string }>(`
      SELECT k.conname AS name FROM pg_constraint k
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname = 'tenant_id')`);
    expect(foreign).toEqual([]);
  });

  test("cannot be read without a tenant: an error, not an empty answer", async () => {
    await withClient(appUrl, async (client) => {
      for (const table of tables) {
        await expect(
          client.query(`SELECT * FROM ${client.escapeIdentifier(table)}`),
          table,
        ).rejects.toThrow(/app\.tenant_id|invalid input syntax for type uuid/);
      }
      // After a transaction the setting is an empty string, which must not open anything either.
      await client.query(
        "BEGIN; SELECT set_config('app.tenant_id', gen_random_uuid()::text, true); COMMIT",
      );
      await expect(client.query("SELECT * FROM member")).rejects.toThrow(
        /invalid input syntax for type uuid/,
      );
    });
  });

  test("refuses rows of another tenant", async () => {
    await withClient(appUrl, async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.tenant_id', gen_random_uuid()::text, true)");
      await expect(
        client.query(
          "INSERT INTO tenant (tenant_id, name, display_name) VALUES (gen_random_uuid(), 'fremd', 'Fremd')",
        ),
      ).rejects.toThrow(/row-level security/);
    });
  });
});

/** Kinds that only members hear of whose ids a change carries, or the servers among themselves. */
const HEARD_WITHOUT_A_RIGHT = [
  "calendar_feed",
  "keycloak-user",
  "message",
  "message-draft",
  "signing-key",
];

test("who may hear that a table changed is said by a module's `liveKinds`", async () => {
  const announced = await rows<{ kind: string }>(`
    SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1) AS kind FROM pg_trigger
    WHERE tgfoid = 'announce_change'::regproc ORDER BY kind`);
  const told = new Set(modules.flatMap(({ liveKinds = {} }) => Object.keys(liveKinds)));
  const untold = announced.map(({ kind }) => kind).filter((kind) => !told.has(kind));
  expect(untold, "kinds of announce_table_changes without an entry").toEqual(HEARD_WITHOUT_A_RIGHT);
});

describe("the application's role", () => {
  test("owns nothing, bypasses nothing and may not act as another", async () => {
    const role = decodeURIComponent(new URL(appUrl).username);
    const [rights] = await rows<{
      owns: number;
      bypass: boolean;
      super: boolean;
      create: boolean;
    }>(`
      SELECT (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owns, rolbypassrls AS bypass, rolsuper AS super, rolcreaterole AS create
      FROM pg_roles r WHERE rolname = '${role}'`);
    expect(rights).toEqual({ owns: 0, bypass: false, super: false, create: false });
    await withClient(appUrl, async (client) => {
      await expect(client.query(`SET ROLE ${roles.search}`)).rejects.toThrow(/permission denied/);
      await expect(client.query(`SET ROLE ${roles.lookup}`)).rejects.toThrow(/permission denied/);
      await expect(client.query("ALTER TABLE member DISABLE ROW LEVEL SECURITY")).rejects.toThrow(
        /owner/,
      );
      await expect(client.query("SELECT * FROM graphile_worker._private_jobs")).rejects.toThrow(
        /permission denied/,
      );
    });
  });

  test("no view runs with its owner's rights", async () => {
    const loose = await rows<{ name: string }>(`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND NOT coalesce(reloptions @> '{security_invoker=true}', false)`);
    expect(loose).toEqual([]);
  });

  test("functions that run with other rights have a fixed search path and a narrow owner", async () => {
    const definers = await rows<{ name: string; fixed: boolean; owner: string }>(`
      SELECT p.proname AS name, coalesce(array_to_string(p.proconfig, ','), '') LIKE '%search_path=%' AS fixed, r.rolname AS owner
      FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
      WHERE p.prosecdef AND p.pronamespace IN ('public'::regnamespace, 'operations'::regnamespace)`);
    expect(definers.filter(({ fixed }) => !fixed)).toEqual([]);
    // The queue's tables are the owner's: two put jobs there and can do nothing else. The one for
    // each club takes no payload, so that nothing of one club gets into another's. Two tell numbers.
    const queueing = new Set(["add_job", "add_job_for_tenants", "work_figures", "club_figures"]);
    expect(
      definers.filter(
        ({ owner, name }) => ![roles.lookup, roles.search].includes(owner) && !queueing.has(name),
      ),
    ).toEqual([]);
  });
});
