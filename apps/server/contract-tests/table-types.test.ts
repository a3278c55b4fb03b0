import { expect, test } from "vitest";
import { withClient } from "#platform/server/database/migrate.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { tableTypes } from "#platform/server/testing/table-types.ts";

/** After a migration run `npm run db:generate`, and mend what no longer compiles. */
test("tables.generated.ts describes the tables that the migrations make", async () => {
  const database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  try {
    const source = await withClient(database.ownerUrl, tableTypes);
    await expect(source).toMatchFileSnapshot(
      "../../../platform/server/database/tables.generated.ts",
      "run npm run db:generate",
    );
  } finally {
    await database.drop();
  }
});
