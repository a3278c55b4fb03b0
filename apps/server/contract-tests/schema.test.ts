import { expect, test } from "vitest";
import { withClient } from "#platform/server/database/migrate.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { schemaText } from "#platform/server/testing/schema-text.ts";

/**
 * `db/schema.sql` shows the whole schema at a glance. It follows from the migrations: after a new
 * one run `npm run db:generate`, and read what changed.
 */
test("db/schema.sql is the schema that the migrations make", async () => {
  const database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  try {
    const text = await withClient(database.ownerUrl, schemaText);
    await expect(text).toMatchFileSnapshot("../../../db/schema.sql", "run npm run db:generate");
  } finally {
    await database.drop();
  }
});
