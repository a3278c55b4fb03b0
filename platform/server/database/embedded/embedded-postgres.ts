import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Logger } from "pino";
import { freeSpace } from "../../disk/free-space.ts";
import { EnvironmentError } from "../../environment.ts";
import { DATABASE_NEEDS_BYTES } from "../database-room.ts";
import {
  type Cluster,
  initialise,
  isInitialised,
  startOrJoin,
  stop,
  SUPERUSER,
} from "./cluster.ts";
import { type Account, serviceAccount } from "./programs.ts";
import { type Watch, watchPostgres } from "./watch.ts";

export interface EmbeddedPostgres {
  /** Connection string of the superuser, database `vereinsheim`. */
  url: string;
  /**
   * From now on a server that dies is started again, on the same port. `lost` hears, once, why that
   * can't be done.
   */
  watch(options: { log: Logger; lost: (reason: string) => void }): Watch;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL with its files below `dataDir`, or takes over the one that a killed process
 * left running. `fast` gives up durability (tests only).
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  password: string,
  { fast = false } = {},
): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, "postgres");
  const account = process.getuid?.() === 0 ? await accountOf(folder) : undefined;
  const cluster: Cluster = { folder, account, fast };
  const { port, started } = await sayingThatDiskIsFull(cluster.folder, async () => {
    await mkdir(dataDir, { recursive: true });
    if (!(await isInitialised(cluster.folder))) await initialise(cluster, password);
    return startOrJoin(cluster);
  });
  const url = `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/`;
  let watch: Watch | undefined;
  await ensureDatabase(url).catch(async (error: unknown) => {
    // With another password it is of no use here: stop what was just started.
    if (started) await stop(cluster).catch(() => {});
    throw error;
  });
  return {
    url: `${url}vereinsheim`,
    watch: (options) => (watch = watchPostgres(cluster, port, options)),
    async stop() {
      await watch?.stop();
      if (!(await usedByOthers(`${url}postgres`))) await stop(cluster);
    },
  };
}

/** PostgreSQL itself only says that it failed; what it fails at differs. */
async function sayingThatDiskIsFull<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { free } = await freeSpace(folder);
    if (free >= DATABASE_NEEDS_BYTES) throw error;
    throw new EnvironmentError(
      `Die Datenbank kann nicht starten: Auf dem Datenträger von ${folder} sind nur noch ${Math.floor(free / 1e6)} MB frei, sie braucht ${Math.ceil(DATABASE_NEEDS_BYTES / 1e6)} MB. Bitte machen Sie Platz und starten Sie noch einmal.`,
      { cause: error },
    );
  }
}

/** Its files are whose they are, whichever accounts were made since; new ones get one of their own. */
async function accountOf(folder: string): Promise<Account> {
  const files = await stat(join(folder, "PG_VERSION")).catch(() => undefined);
  return files === undefined || files.uid === 0 ? serviceAccount() : files;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: `${url}postgres`,
    application_name: "vereinsheim-start",
  });
  await client.connect();
  try {
    await client.query("CREATE DATABASE vereinsheim TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'");
  } catch (error) {
    if (
      (error as { code?: string }).code !== "42P04" &&
      (error as { code?: string }).code !== "23505"
    )
      throw error;
  } finally {
    await client.end();
  }
}

/**
 * One that can't be asked is left alone: it has stopped already, or recovers and is taken over by
 * the next start.
 */
async function usedByOthers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "vereinsheim-stop",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch {
    return true;
  }
  try {
    const { rows } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1",
    );
    return rows.length > 0;
  } finally {
    await client.end();
  }
}
