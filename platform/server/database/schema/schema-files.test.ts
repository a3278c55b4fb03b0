import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { migrateSchema, withClient } from "../migrate.ts";
import { BASELINE, FORMER } from "./former-migrations.ts";
import { readSchemaFiles, type SqlFile } from "./schema-files.ts";

const files = await readSchemaFiles();
const [baseline, ...later] = files.migrations;

/** Statements without comments, bodies and texts, where words may say anything. */
function statements({ sql }: SqlFile): string {
  return sql
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");
}

test("functions, views and their triggers stand in their files, not in migrations", () => {
  const made = /CREATE\s+(OR\s+REPLACE\s+)?(FUNCTION|PROCEDURE|VIEW|TRIGGER)/i;
  const migrations = files.migrations.flatMap((migration) => migration.files);
  expect(migrations.length).toBeGreaterThan(10);
  // What a migration made, db/functions would make again as it says there.
  const making = migrations.filter((file) => made.test(statements(file)));
  expect(making.map(({ name }) => name)).toEqual([]);
});

test("migrations have numbers of their own, after the baseline's", () => {
  const numbers = later.map(({ name }) => Number(/^\d{4}(?=_[a-z0-9_]+$)/.exec(name)?.[0]));
  expect(baseline?.name).toBe(BASELINE);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((number) => !(number > Number(BASELINE.slice(0, 4))))).toEqual([]);
  expect(BASELINE.slice(0, 4)).toBe(FORMER.at(-1)?.slice(0, 4));
});

test("files that are applied anew can be applied again", async () => {
  const database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  await withClient(database.ownerUrl, (client) =>
    client.query("DELETE FROM operations_migrations.applied_file"),
  );
  await migrateSchema(database.ownerUrl);
  const { rows } = await withClient(database.ownerUrl, (client) =>
    client.query("SELECT name FROM operations_migrations.applied_file ORDER BY name"),
  );
  expect(rows).toHaveLength(files.foundation.length + files.functions.length);
  await database.drop();
});
