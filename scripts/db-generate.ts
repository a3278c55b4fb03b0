/**
 * `npm run db:generate`: writes what follows from the table of member fields and from the
 * migrations: the history's functions, then the types of all tables, and `db/schema.sql`.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  MEMBER_FUNCTIONS_FILE,
  memberFunctions,
} from "#modules/changelog/server/member-functions/member-functions-queries.ts";
import { startEmbeddedPostgres } from "#platform/server/database/embedded/embedded-postgres.ts";
import { migrateSchema, withClient } from "#platform/server/database/migrate.ts";
import { schemaText } from "#platform/server/testing/schema-text.ts";
import { tableTypes } from "#platform/server/testing/table-types.ts";

const ROOT = join(import.meta.dirname, "..");

await writeFile(join(ROOT, MEMBER_FUNCTIONS_FILE), memberFunctions());

const dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-types-"));
try {
  const cluster = await startEmbeddedPostgres(dataDir, "types-only", { fast: true });
  try {
    await migrateSchema(cluster.url);
    await withClient(cluster.url, async (client) => {
      const types = await tableTypes(client);
      await writeFile(join(ROOT, "platform/server/database/tables.generated.ts"), types);
      await writeFile(join(ROOT, "db/schema.sql"), await schemaText(client));
    });
  } finally {
    await cluster.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
