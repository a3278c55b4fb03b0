import { createHmac } from "node:crypto";
import { runMigrations as runGraphileMigrations } from "graphile-worker";
import pg from "pg";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { poolTo, PrimaryClient } from "./hosts/primary-client.ts";
import { applySchema } from "./schema/apply-schema.ts";
import { rolesOf } from "./schema/roles.ts";
import { readSchemaFiles } from "./schema/schema-files.ts";

/**
 * Brings the schema up to date and makes the application's login role: one process at a time, others
 * wait.
 * @param ownerUrl connection of the role that owns the tables; needs CREATEROLE and BYPASSRLS.
 * @param secret the installation's secret; the login role's password is derived from it, so every
 * process knows it.
 * @param check refuses before anything is changed; no other process can change it meanwhile.
 * @returns the connection string of the application's role, which neither owns tables nor bypasses
 * row-level security.
 */
export async function migrate(
  ownerUrl: string,
  secret: string,
  check?: (owner: pg.Client) => Promise<void>,
): Promise<string> {
  const { role, password, url } = applicationLogin(ownerUrl, secret);
  await withClient(ownerUrl, async (client) => {
    await waitWithoutLimit(client);
    // Ends with the connection.
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCKS.ROLE]);
    await check?.(client);
    await migrateSchema(ownerUrl);
    const { rows } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
    const name = client.escapeIdentifier(role);
    const { app } = await rolesOf(client);
    // Only a superuser may name what an existing role is not; it was made without.
    const options = `LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`;
    await client.query(
      rows.length === 0
        ? `CREATE ROLE ${name} ${options} IN ROLE ${app}`
        : `ALTER ROLE ${name} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
    );
    const { rows: members } = await client.query(
      "SELECT 1 WHERE pg_has_role($1::name, $2::name, 'MEMBER')",
      [role, app],
    );
    if (members.length === 0) await client.query(`GRANT ${app} TO ${name}`);
  });
  return url;
}

/** How the application logs in to its database: only who knows the installation's secret can. */
export function applicationLogin(
  ownerUrl: string,
  secret: string,
): { role: string; password: string; url: string } {
  const url = new URL(ownerUrl);
  const role = `${decodeURIComponent(url.pathname.slice(1))}_login`.slice(0, 63);
  const password = createHmac("sha256", secret).update(`database role ${role}`).digest("hex");
  url.username = encodeURIComponent(role);
  url.password = password;
  return { role, password, url: url.toString() };
}

/**
 * Brings the schema up to date.
 * @param upTo the last migration to apply, for a database that is to get rows of an older version.
 */
export async function migrateSchema(ownerUrl: string, upTo?: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await waitWithoutLimit(client);
    await applySchema(client, { upTo });
  });
  const pgPool = new pg.Pool({ ...poolTo(ownerUrl), max: 1 });
  // What breaks fails the migration by its statement; the events would end the process.
  pgPool.on("error", () => {});
  pgPool.on("connect", (client) => client.on("error", () => {}));
  await runGraphileMigrations({ pgPool }).finally(() => pgPool.end());
}

/** Some operators limit how long a role's statements may take, or wait for a lock. */
async function waitWithoutLimit(client: pg.Client): Promise<void> {
  await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
}

/** Returns the names of all migrations that this program brings, in order. */
export async function knownMigrations(): Promise<string[]> {
  const { migrations } = await readSchemaFiles();
  return migrations.map(({ name }) => name);
}

export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new PrimaryClient({ connectionString });
  // A connection that the server ends while nothing is asked of it tells so through the next
  // statement; the event would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
