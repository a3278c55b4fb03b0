/** `npm run db:types`: writes the types of all tables anew, from what the migrations make. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#platform/server/database/embedded-postgres.ts";
import { migrateSchema, withClient } from "#platform/server/database/migrate.ts";
import { tableTypes } from "#platform/server/testing/table-types.ts";

const TARGET = join(import.meta.dirname, "../platform/server/database/tables.generated.ts");

const dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-types-"));
try {
  const cluster = await startEmbeddedPostgres(dataDir, "types-only", { fast: true });
  try {
    await migrateSchema(cluster.url);
    await writeFile(TARGET, await withClient(cluster.url, tableTypes));
  } finally {
    await cluster.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
