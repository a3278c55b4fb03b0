import { join } from "node:path";
import type { Logger } from "pino";
import { openDatabase } from "#platform/server/database/database.ts";
import { requireSessions } from "#platform/server/database/require-sessions.ts";
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
import { applicationLogin, migrate, withClient } from "#platform/server/database/migrate.ts";
import { requireVersion } from "#platform/server/database/schema/require-version.ts";
import { countingErrors } from "#platform/server/figures/store-errors.ts";
import { PartFault } from "#platform/server/part-fault.ts";
import { createRateLimits } from "#platform/server/http/rate-limits.ts";
import { createSecrets, installationSecret, keptSecret } from "#platform/server/secrets.ts";
import type { Services } from "#platform/server/services.ts";
import { requireInstallation } from "./require-installation.ts";

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
  /** What is wrong at the moment and may be well in a while. */
  faults: readonly PartFault[];
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
  const storageFault = await faultOfStorage(environment);
  let embedded: EmbeddedPostgres | undefined;
  let ownerUrl = environment.databaseUrl;
  if (ownerUrl === undefined) {
    const password = createSecrets(secret).derive("embedded-postgres").toString("hex");
    embedded = await refusingWrongPassword(() =>
      startEmbeddedPostgres(environment.dataDir, password),
    );
    ownerUrl = embedded.url;
  } else await requireSessions(ownerUrl);
  const room = await storageRoom(environment);
  return {
    ownerUrl,
    blobs: await openBlobStore(environment, room),
    room,
    secret,
    embedded,
    faults: storageFault === undefined ? [] : [storageFault],
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
  return openOn(foundation, environment, log, async () => {
    const appUrl = await migrate(ownerUrl, secret, (owner) =>
      refuseWrongSecret(owner, ownerUrl, secret),
    );
    // Here alone: commands that begin nothing load no modules but those that they use.
    const { modules } = await import("./modules.ts");
    return {
      appUrl,
      openings: modules.flatMap(({ opens }) => opens ?? []),
      recipientSources: modules.flatMap(({ recipients }) => recipients ?? []),
    };
  });
}

/**
 * Opens an installation as it is, for commands: nothing is made or migrated. Whoever runs them may
 * open everything, so that groups need not be asked what they open.
 * @throws EnvironmentError where there is none, or one of another version.
 */
export async function openExisting(environment: Environment, log: Logger): Promise<Installation> {
  await requireInstallation(environment);
  const foundation = await openFoundation(environment);
  const { ownerUrl, secret } = foundation;
  return openOn(foundation, environment, log, () =>
    withClient(ownerUrl, async (owner) => {
      await requireVersion(owner);
      await refuseWrongSecret(owner, ownerUrl, secret);
      return { appUrl: applicationLogin(ownerUrl, secret).url, openings: [], recipientSources: [] };
    }),
  );
}

/**
 * Processes share what a PostgreSQL has of connections; fewer than six let short questions wait for
 * long ones.
 */
function poolSizeOf({ workers }: Environment): number {
  return Math.max(6, Math.ceil(12 / workers));
}

/** The replica is logged in to as the database is: it has the same roles. */
function replicaLogin({ databaseReplicaUrl }: Environment, secret: string): string | undefined {
  if (databaseReplicaUrl === undefined) return undefined;
  return applicationLogin(databaseReplicaUrl, secret).url;
}

/** How the application reaches its database, and what its modules know for each other. */
interface Prepared extends Pick<Services, "openings" | "recipientSources"> {
  appUrl: string;
}

async function openOn(
  foundation: Foundation,
  environment: Environment,
  log: Logger,
  prepare: () => Promise<Prepared>,
): Promise<Installation> {
  const { ownerUrl, secret, room } = foundation;
  for (const { message } of foundation.faults) log.warn(message);
  try {
    const { appUrl, openings, recipientSources } = await prepare();
    const live = createLiveBus();
    const database = openDatabase({
      connectionString: appUrl,
      replicaUrl: replicaLogin(environment, secret),
      live,
      room: room.database,
      poolSize: poolSizeOf(environment),
    });
    const rateLimits = createRateLimits(appUrl, room.database);
    await live.start(appUrl, log);
    const { blobs, errors: storeErrors } = countingErrors(foundation.blobs);
    const services: Services = {
      environment,
      database,
      blobs,
      storeErrors,
      live,
      rateLimits,
      room,
      secrets: createSecrets(secret),
      openings,
      recipientSources,
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

/**
 * Returns what is wrong with the store for now.
 * @throws PartFault where only the operator can mend it.
 */
async function faultOfStorage({ storage }: Environment): Promise<PartFault | undefined> {
  if (storage === undefined) return undefined;
  const { requireBucket } = await import("#platform/server/blobs/s3/s3-readiness.ts");
  return requireBucket(storage).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof PartFault && error.passing) return error;
      throw error;
    },
  );
}

async function openBlobStore(
  { dataDir, storage, fileHandover }: Environment,
  { files }: StorageRoom,
): Promise<BlobStore> {
  if (storage === undefined) {
    const blobs = diskBlobStore(join(dataDir, "files"), {
      forGroup: fileHandover !== undefined,
    });
    return files === undefined ? blobs : reservedBlobStore(blobs, files);
  }
  // The client of S3 is large: installations that keep files on disk never load it.
  const { s3BlobStore } = await import("#platform/server/blobs/s3-blobs.ts");
  return s3BlobStore(storage);
}
