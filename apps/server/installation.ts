import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { openDatabase } from "#platform/server/database/database.ts";
import { diskBlobStore } from "#platform/server/blobs/disk-blobs.ts";
import { reservedBlobStore } from "#platform/server/blobs/reserved-blobs.ts";
import { type StorageRoom, storageRoom } from "#platform/server/disk/storage-room.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#platform/server/database/embedded/embedded-postgres.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { type Environment, EnvironmentError } from "#platform/server/environment.ts";
import { refuseWrongSecret, refusingWrongPassword } from "#platform/server/verify-secret.ts";
import { createLiveBus } from "#platform/server/live.ts";
import {
  applicationLogin,
  knownMigrations,
  migrate,
  withClient,
} from "#platform/server/database/migrate.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { createRateLimits } from "#platform/server/http/rate-limits.ts";
import { createSecrets, installationSecret, keptSecret } from "#platform/server/secrets.ts";
import type { Services } from "#platform/server/services.ts";

/**
 * An open installation: database up to date, stores and buses ready. The command line and the
 * server share it.
 */
export interface Installation {
  services: Services;
  /** Connection of the role that owns the tables: migrations and the job queue only. */
  ownerUrl: string;
  /** The embedded PostgreSQL, where that is the database. */
  embedded: EmbeddedPostgres | undefined;
  close(): Promise<void>;
}

/**
 * Database and files as they are, for commands that work below the application: nothing is
 * migrated.
 */
export interface Foundation {
  ownerUrl: string;
  blobs: BlobStore;
  room: StorageRoom;
  secret: string;
  embedded: EmbeddedPostgres | undefined;
  close(): Promise<void>;
}

/**
 * @throws EnvironmentError where no installation was made yet: commands that only look must not
 * make one's secret.
 */
export async function openFoundation(environment: Environment): Promise<Foundation> {
  const secret = environment.appSecret ?? (await keptSecret(environment.dataDir));
  if (secret === undefined) {
    throw new EnvironmentError(
      `In ${environment.dataDir} ist noch keine Installation: Der Ordner ist leer oder ein anderer gemeint (secret fehlt, und APP_SECRET ist nicht gesetzt).`,
    );
  }
  let embedded: EmbeddedPostgres | undefined;
  let ownerUrl = environment.databaseUrl;
  if (ownerUrl === undefined) {
    const password = createSecrets(secret).derive("embedded-postgres").toString("hex");
    embedded = await refusingWrongPassword(() =>
      startEmbeddedPostgres(environment.dataDir, password),
    );
    ownerUrl = embedded.url;
  }
  const room = await storageRoom(environment);
  return {
    ownerUrl,
    blobs: await openBlobStore(environment, room),
    room,
    secret,
    embedded,
    close: async () => embedded?.stop(),
  };
}

/** Makes what is not there yet, and brings the database up to date. */
export async function openInstallation(
  environment: Environment,
  log: Logger,
): Promise<Installation> {
  if (environment.appSecret === undefined) await installationSecret(environment.dataDir);
  const foundation = await openFoundation(environment);
  const { ownerUrl, secret } = foundation;
  return openOn(foundation, environment, log, () =>
    migrate(ownerUrl, secret, (owner) => refuseWrongSecret(owner, ownerUrl, secret)),
  );
}

/**
 * Opens an installation as it is: nothing is made or migrated.
 * @throws EnvironmentError where there is none, or one of another version.
 */
export async function openExisting(environment: Environment, log: Logger): Promise<Installation> {
  await refuseWithoutDatabase(environment);
  const foundation = await openFoundation(environment);
  const { ownerUrl, secret } = foundation;
  return openOn(foundation, environment, log, () =>
    withClient(ownerUrl, async (owner) => {
      refuseOtherVersion(await appliedMigrations(owner), await knownMigrations());
      await refuseWrongSecret(owner, ownerUrl, secret);
      return applicationLogin(ownerUrl, secret).url;
    }),
  );
}

/** A secret alone, as a start leaves it that was broken off, is no installation. */
async function refuseWithoutDatabase({ dataDir, databaseUrl }: Environment): Promise<void> {
  if (databaseUrl !== undefined) return;
  const isThere = await access(join(dataDir, "postgres", "PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (!isThere)
    throw new EnvironmentError(
      `In ${dataDir} ist noch keine Installation: Der Ordner ist leer oder ein anderer gemeint.`,
    );
}

function refuseOtherVersion(applied: readonly string[], known: readonly string[]): void {
  if (JSON.stringify(applied) === JSON.stringify(known)) return;
  if (applied.length === 0)
    throw new EnvironmentError(
      "In der Datenbank ist noch keine Installation: Sie ist leer oder eine andere gemeint.",
    );
  throw new EnvironmentError(
    known.length > applied.length
      ? "Die Datenbank ist auf einem früheren Stand. Bitte starten Sie zuerst den Server dieser Version, er bringt sie auf den neuen. Es wurde nichts verändert."
      : "Die Datenbank gehört zu einer neueren Version von Vereinsheim. Bitte nehmen Sie die neuere. Es wurde nichts verändert.",
  );
}

/** @param prepare returns the connection string of the application's role */
async function openOn(
  foundation: Foundation,
  environment: Environment,
  log: Logger,
  prepare: () => Promise<string>,
): Promise<Installation> {
  const { ownerUrl, secret, room } = foundation;
  try {
    const appUrl = await prepare();
    const live = createLiveBus();
    const database = openDatabase({ connectionString: appUrl, live, room: room.database });
    const rateLimits = createRateLimits(appUrl, room.database);
    await live.start(appUrl, log);
    // Here alone: commands below the application load no modules.
    const { modules } = await import("./modules.ts");
    const services: Services = {
      environment,
      database,
      blobs: foundation.blobs,
      live,
      rateLimits,
      room,
      secrets: createSecrets(secret),
      openings: modules.flatMap(({ opens }) => opens ?? []),
      log,
    };
    return {
      services,
      ownerUrl,
      embedded: foundation.embedded,
      async close() {
        await Promise.all([live.close(), rateLimits.close(), database.close()]);
        await foundation.close();
      },
    };
  } catch (error) {
    await foundation.close().catch(() => {});
    throw error;
  }
}

async function openBlobStore(
  { dataDir, storage }: Environment,
  { files }: StorageRoom,
): Promise<BlobStore> {
  if (storage === undefined) {
    const blobs = diskBlobStore(join(dataDir, "files"));
    return files === undefined ? blobs : reservedBlobStore(blobs, files);
  }
  // The client of S3 is large: installations that keep files on disk never load it.
  const { s3BlobStore } = await import("#platform/server/blobs/s3-blobs.ts");
  return s3BlobStore(storage);
}
