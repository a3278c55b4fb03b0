import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../database/embedded/embedded-postgres.ts";
import { prepareTemplate } from "./database.ts";

/**
 * Global setup of a test run: one PostgreSQL without durability, with a migrated template to clone
 * from.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env["TEST_DATABASE_URL"] !== undefined) return async () => {};
  const dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-cluster-"));
  const cluster = await startEmbeddedPostgres(dataDir, "test-only", { fast: true });
  await prepareTemplate(cluster.url, "a secret of the tests, long enough");
  process.env["TEST_DATABASE_URL"] = cluster.url;
  return async () => {
    delete process.env["TEST_DATABASE_URL"];
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
