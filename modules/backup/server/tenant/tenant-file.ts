import { v7 as uuidv7 } from "uuid";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { translateViolations } from "#platform/server/database/constraints.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type { StorageRoom } from "#platform/server/disk/storage-room.ts";
import type { Secrets } from "#platform/server/secrets.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { ArchiveWriter } from "../archive/archive-writer.ts";
import type { BackedUp } from "../backup.ts";
import { setActor, setTenant, listTenants, tenantTables } from "../catalogue-queries.ts";
import type { CheckedArchive } from "../archive/checked-archive.ts";
import { dump, inSnapshot } from "../dump.ts";
import { type ArchiveHeader, BackupRefusal, FORMAT, HEADER, MANIFEST } from "../archive/format.ts";
import { archiveSpace } from "../space.ts";
import { load, type Loaded } from "../restore/load.ts";
import type { PortabilityRules } from "#platform/server/tenant-portability.ts";
import { rowsForThisInstallation, newBlobKeys, decryptSealedColumns } from "./tenant-rows.ts";
import { inTransaction, requireSameTables } from "../restore/restore.ts";
import { stagedLoader } from "../restore/row-loader.ts";
import { withCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";

/** An installation that a club comes from or goes to. */
export interface Place {
  ownerUrl: string;
  blobs: BlobStore;
  secrets: Secrets;
  portability: readonly PortabilityRules[];
  /** What has to stay free on the installation's own disk. */
  room?: StorageRoom;
}

/** Answers to repeated requests are worth nothing elsewhere. */
const PLATFORM: PortabilityRules = { excludedTables: ["idempotent_answer"] };

/**
 * Writes one club, as it is at one moment, into a file for another installation. The club goes on
 * meanwhile.
 */
export async function exportTenant(
  name: string,
  path: string,
  { ownerUrl, blobs, secrets, portability, room }: Place,
): Promise<BackedUp> {
  return withClient(ownerUrl, async (client) => {
    const space = await archiveSpace(path, room?.backups);
    const writer = await ArchiveWriter.create(path, (bytes) => space.take(bytes));
    try {
      return await withCleanupPaused(client, () =>
        inSnapshot(client, async () => {
          const migrations = await appliedMigrations(client);
          const tenants = (migrations.length === 0 ? [] : await listTenants(client)).filter(
            (tenant) => tenant.name === name,
          );
          if (tenants.length === 0)
            throw new BackupRefusal(`Einen Verein "${name}" gibt es nicht.`);
          const tables = travelling(await tenantTables(client), portability);
          const createdAt = new Date().toISOString();
          const header: ArchiveHeader = {
            product: "vereinsheim",
            format: FORMAT,
            kind: "TENANT",
            createdAt,
            migrations,
            secret: null,
            tables,
            tenants,
          };
          await space.requireRoom(client, tenants);
          await writer.addJson(HEADER, header);
          const altered = decryptSealedColumns(sealedOf(portability), secrets);
          const { manifest, losses } = await dump({
            client,
            blobs,
            writer,
            tenants,
            tables,
            altered,
          });
          await writer.addJson(MANIFEST, manifest);
          return { manifest, losses, size: await writer.finish() };
        }),
      );
    } catch (error) {
      await writer.abandon();
      throw space.explained(error);
    }
  });
}

/** What came in with a club. */
export interface Arrived extends Loaded {
  name: string;
  /** The club's own id was taken here, as by the club itself: it got a new one. */
  isCopy: boolean;
}

/**
 * Brings a club in beside others, in one transaction and without their noticing. All ids stay; its
 * own only where it is free.
 */
export async function importTenant(
  archive: CheckedArchive,
  { ownerUrl, blobs, secrets, portability }: Place,
  name?: string,
): Promise<Arrived> {
  const [former, ...more] = archive.header.tenants;
  if (archive.header.kind !== "TENANT" || former === undefined || more.length > 0) {
    throw new BackupRefusal(
      "Das ist eine ganze Sicherung, kein einzelner Verein. Sie kommt in eine leere Installation mit: vereinsheim restore DATEI",
    );
  }
  const wanted = name ?? former.name;
  return withClient(ownerUrl, async (client) => {
    refuseOtherVersion(archive.header.migrations, await appliedMigrations(client));
    const present = await listTenants(client);
    if (present.some((tenant) => tenant.name === wanted)) throw taken(wanted);
    const isCopy = present.some(({ id }) => id === former.id);
    const id = isCopy ? uuidv7() : former.id;
    const blobKey = newBlobKeys();
    const tables = requireSameTables(
      archive.header,
      travelling(await tenantTables(client), portability),
    );
    const altered = rowsForThisInstallation(sealedOf(portability), secrets, {
      blobKey,
      name: wanted,
    });
    const uniqueName = translateViolations({ tenant_name: () => taken(wanted) });
    const bringIn = () =>
      inTransaction(client, async () => {
        await setTenant(client, id);
        await setActor(client, systemActor("Betreiber"));
        const loaded = await load({
          archive,
          client,
          blobs,
          loader: stagedLoader(client),
          tables,
          tenantId: () => id,
          blobKey,
          altered,
        });
        return { ...loaded, name: wanted, isCopy };
      });
    return withCleanupPaused(client, () => uniqueName(bringIn));
  });
}

function travelling<T extends { name: string }>(
  tables: readonly T[],
  portability: readonly PortabilityRules[],
): T[] {
  const behind = new Set(
    [PLATFORM, ...portability].flatMap(({ excludedTables = [] }) => excludedTables),
  );
  return tables.filter((table) => !behind.has(table.name));
}

function sealedOf(portability: readonly PortabilityRules[]) {
  return portability.flatMap(({ sealed = [] }) => sealed);
}

function refuseOtherVersion(theirs: readonly string[], ours: readonly string[]): void {
  if (JSON.stringify(theirs) === JSON.stringify(ours)) return;
  throw new BackupRefusal(
    theirs.length > ours.length
      ? "Der Verein kommt von einer neueren Version von Vereinsheim. Bitte bringen Sie diese Installation zuerst auf deren Stand."
      : "Der Verein kommt von einer anderen Version von Vereinsheim. Bitte bringen Sie die Installation, aus der er kommt, auf den Stand von dieser und führen Sie ihn noch einmal aus.",
  );
}

function taken(name: string): BackupRefusal {
  return new BackupRefusal(
    `Einen Verein "${name}" gibt es hier schon. Mit --name NEU bekommt der neue einen anderen Namen; verändert wurde nichts.`,
  );
}
