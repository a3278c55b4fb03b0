import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestBrowser } from "#modules/identity/server/testing.ts";
import { tenantTables } from "#modules/backup/server/catalogue-queries.ts";
import { type BackedUp, backUp } from "#modules/backup/server/backup.ts";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import { restore } from "#modules/backup/server/restore/restore.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { diskBlobStore } from "#platform/server/blobs/disk-blobs.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { testApp, type TestApp } from "../testing.ts";

const SECRET = "a secret of the tests, long enough";

/**
 * A place for an installation that does not exist yet: a database without any schema, a folder
 * without files.
 */
export interface EmptyPlace {
  ownerUrl: string;
  /** The same database, all of its rows. */
  superuserUrl: string;
  dataDir: string;
  blobs: BlobStore;
  secret: string;
  /** The application on what has been brought here. */
  open(): Promise<TestApp>;
  drop(): Promise<void>;
}

/** @param modest the role that owns the tables is no superuser, as on a database that others run */
export async function emptyPlace({ modest = false } = {}): Promise<EmptyPlace> {
  const clusterUrl = process.env["TEST_DATABASE_URL"] ?? "";
  const database = await createTestDatabase(clusterUrl, { migrated: false });
  const url = new URL(database.ownerUrl);
  if (modest) {
    const name = url.pathname.slice(1);
    await withClient(clusterUrl, async (client) => {
      await client.query(
        `CREATE ROLE ${name}_owner LOGIN CREATEROLE BYPASSRLS NOSUPERUSER PASSWORD 'modest'`,
      );
      await client.query(`ALTER DATABASE ${name} OWNER TO ${name}_owner`);
    });
    url.username = `${name}_owner`;
    url.password = "modest";
  }
  const dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-place-"));
  return {
    ownerUrl: url.toString(),
    superuserUrl: database.ownerUrl,
    dataDir,
    blobs: diskBlobStore(join(dataDir, "files")),
    secret: SECRET,
    open: () =>
      testApp({ beside: { services: { environment: { databaseUrl: url.toString(), dataDir } } } }),
    async drop() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A backup of a test application, in a folder of its own. */
export async function backupOf(
  { services }: TestApp,
  blobs: BlobStore = services.blobs,
): Promise<{ path: string } & BackedUp> {
  const path = join(await mkdtemp(join(tmpdir(), "vereinsheim-backup-")), "backup.tar.zst");
  const made = await backUp({
    ownerUrl: services.environment.databaseUrl ?? "",
    blobs,
    secret: SECRET,
    ownsSecret: true,
    path,
  });
  return { path, ...made };
}

export async function restoredFrom(path: string): Promise<EmptyPlace> {
  const place = await emptyPlace();
  await restore(await checkArchive(path), place);
  return place;
}

export function rowsOf<Row extends object>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(
    ownerUrl,
    async (client) => (await client.query<Row & Record<string, unknown>>(text, values)).rows,
  );
}

/**
 * Of each table of the application its number of rows and a checksum of all of them, by the
 * database itself.
 */
export async function contentsOfTables(
  ownerUrl: string,
): Promise<Record<string, { rows: number; hash: string | null }>> {
  return withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    const contents: Record<string, { rows: number; hash: string | null }> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ rows: number; hash: string | null }>(
        `SELECT count(*)::int AS rows, md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) AS hash FROM "${name}" t`,
      );
      contents[name] = rows[0] ?? { rows: -1, hash: null };
    }
    return contents;
  });
}

/** Of each table the rows of one club, as text without what an import changes on purpose. */
export async function rowsOfClub(
  ownerUrl: string,
  tenantId: string,
): Promise<Record<string, string[]>> {
  return withClient(ownerUrl, async (client) => {
    const found: Record<string, string[]> = {};
    for (const { name, columns } of await tenantTables(client)) {
      const kept = columns.filter(
        (column) =>
          !(name === "tenant" && column === "name") &&
          !(name === "login_totp" && column === "secret"),
      );
      const { rows } = await client.query<{ row: string }>(
        `SELECT (${kept.map((column) => `coalesce("${column}"::text, 'NULL')`).join(" || '|' || ")}) AS row FROM "${name}" WHERE tenant_id = $1 ORDER BY 1`,
        [tenantId],
      );
      found[name] = rows
        .map(({ row }) => row.replaceAll(/\b[0-9a-f]{2}\/[0-9a-f]{38}\b/g, "KEY"))
        .toSorted();
    }
    return found;
  });
}

/** Tables whose rows do not go along with a club. */
export const STAYS_BEHIND = [
  "oidc_record",
  "signing_key",
  "login_recovery_code",
  "keycloak_user",
  "keycloak_ended_session",
  "idempotent_answer",
];

/** What the queue holds, without what belongs to the queue's own bookkeeping. */
export function waitingJobs(ownerUrl: string): Promise<object[]> {
  return rowsOf(
    ownerUrl,
    `SELECT t.identifier, j.payload, j.run_at, j.attempts, j.max_attempts, j.key, j.priority, q.queue_name
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
     WHERE j.payload ->> 'tenantId' IS NOT NULL ORDER BY j.payload::text, j.run_at`,
  );
}

/** Of each stored file its checksum. */
export async function storedFiles(blobs: BlobStore): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const key of blobs.keysOlderThan(new Date(Date.now() + 60_000))) {
    if ((await blobs.size(key)) === undefined) continue;
    const hash = createHash("sha256");
    for await (const chunk of await blobs.get(key)) hash.update(chunk as Buffer);
    files[key] = hash.digest("hex");
  }
  return files;
}

/**
 * Logs a person in at the identity provider; returns the status of their own profile read with the
 * token.
 */
export async function logIn(
  app: TestApp,
  tenantName: string,
  username: string,
  password: string,
): Promise<number> {
  const { defaultTenant, publicUrl } = app.services.environment;
  const origin =
    tenantName === defaultTenant
      ? publicUrl(tenantName)
      : `http://${tenantName}.vereinsheim.localhost:8080`;
  const browser = new TestBrowser(app.server, tenantName, origin);
  const { access_token } = await browser.logIn(username, password);
  const answer = await app.server.inject({
    url: `/${tenantName}/api/me`,
    headers: { authorization: `Bearer ${access_token}` },
  });
  return answer.statusCode;
}

/** Bytes that no compression makes smaller, in chunks. */
export async function* noise(bytes: number): AsyncIterable<Uint8Array> {
  for (let left = bytes; left > 0; left -= 65_536) yield randomBytes(Math.min(left, 65_536));
}
