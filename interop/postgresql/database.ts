import { withClient } from "#platform/server/database/migrate.ts";
import type { DebianCluster } from "./cluster.ts";

const OWNER = "verein";
const PASSWORD = "an-owner-of-this-run";

/** Makes a database and its owner as docs/operating.md says, and returns its address. */
export async function makeDatabase(cluster: DebianCluster, name: string): Promise<string> {
  await withClient(cluster.url(), async (client) => {
    const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [OWNER]);
    if (rows.length === 0)
      await client.query(`CREATE ROLE ${OWNER} LOGIN CREATEROLE BYPASSRLS PASSWORD '${PASSWORD}'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${OWNER}`);
  });
  return cluster.url(name, OWNER, PASSWORD);
}
