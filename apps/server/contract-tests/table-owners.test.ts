import { expect, test } from "vitest";
import { grantsTables } from "#modules/grants/server/module.ts";
import { searchModule } from "#modules/search/server/module.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { platformTables } from "#platform/server/platform-tables.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { modules } from "../modules.ts";

/** That statements keep to it is looked at by `npm test -- boundaries`. */
test("every table of the database belongs to exactly one module", async () => {
  const database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  try {
    const relations = await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>(`
        SELECT CASE nspname WHEN 'public' THEN '' ELSE nspname || '.' END || relname AS name
        FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname IN ('public', 'operations')`);
      return rows.map(({ name }) => name);
    });
    const manifests = [platformTables, grantsTables, ...modules, searchModule([])];
    const owned = manifests.flatMap(({ tables = [], offers = [] }) => [
      ...new Set([...tables, ...offers]),
    ]);
    expect(owned.sort(), "what manifests name in `tables` and `offers`").toEqual(relations.sort());
  } finally {
    await database.drop();
  }
});
