import { randomBytes } from "node:crypto";
import { ADVISORY_LOCKS } from "../database/advisory-locks.ts";
import { migrate, withClient } from "../database/migrate.ts";

/**
 * Databases for tests. HTTP tests use `testApp` of `#apps/server/testing.ts`, which stands on this.
 * `TEST_DATABASE_URL` points at a cluster that the test run's global setup started.
 */
export interface TestDatabase {
  ownerUrl: string;
  drop(): Promise<void>;
}

const TEMPLATE = "vereinsheim_template";

/** Once per test run: a migrated database that others are cloned from. */
export async function prepareTemplate(clusterUrl: string, secret: string): Promise<void> {
  await withClient(clusterUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  });
  await migrate(databaseUrl(clusterUrl, TEMPLATE), secret);
}

/** A fresh, empty database: migrated, or without any schema. */
export async function createTestDatabase(
  clusterUrl: string,
  { migrated = true } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withClient(clusterUrl, async (client) => {
    // Cloning wants the template for itself: parallel test files wait for each other here.
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCKS.TEST_TEMPLATE]);
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${migrated ? TEMPLATE : "template0 ENCODING 'UTF8' LOCALE 'C'"}`,
    );
  });
  return {
    ownerUrl: databaseUrl(clusterUrl, name),
    drop: () =>
      withClient(clusterUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        for (const role of ["login", "app", "lookup", "search"])
          await client.query(`DROP ROLE IF EXISTS ${name}_${role}`);
      }),
  };
}

function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
