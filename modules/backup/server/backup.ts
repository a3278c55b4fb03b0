import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { refuseWrongSecret } from "#platform/server/verify-secret.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type { StorageRoom } from "#platform/server/disk/storage-room.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { ArchiveWriter } from "./archive/archive-writer.ts";
import { listTenants, tenantTables } from "./catalogue-queries.ts";
import { dump, type Dumped, inSnapshot } from "./dump.ts";
import { archiveSpace } from "./space.ts";
import { type ArchiveHeader, BackupRefusal, FORMAT, HEADER, MANIFEST } from "./archive/format.ts";
import { withCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";

interface Source {
  ownerUrl: string;
  blobs: BlobStore;
  secret: string;
  /** The installation made its secret itself: it exists nowhere else, so the backup contains it. */
  ownsSecret: boolean;
  path: string;
  /** What has to stay free on the installation's own disk. */
  room?: StorageRoom;
}

export interface BackedUp extends Dumped {
  /** Bytes of the file. */
  size: number;
}

/**
 * Writes everything that the installation holds at one moment into one file. Servers go on
 * meanwhile.
 */
export async function backUp({
  ownerUrl,
  blobs,
  secret,
  ownsSecret,
  path,
  room,
}: Source): Promise<BackedUp> {
  return withClient(ownerUrl, async (client) => {
    await refuseWrongSecret(client, ownerUrl, secret);
    const space = await archiveSpace(path, room?.backups);
    const writer = await ArchiveWriter.create(path, (bytes) => space.take(bytes));
    try {
      return await withCleanupPaused(client, () =>
        inSnapshot(client, async () => {
          const migrations = await appliedMigrations(client);
          if (migrations.length === 0)
            throw new BackupRefusal("Hier gibt es noch nichts zu sichern: Die Datenbank ist leer.");
          const [tables, tenants] = [await tenantTables(client), await listTenants(client)];
          const header: ArchiveHeader = {
            product: "vereinsheim",
            format: FORMAT,
            kind: "INSTALLATION",
            createdAt: new Date().toISOString(),
            migrations,
            secret: ownsSecret ? { value: secret } : { check: secretCheck(secret) },
            tables,
            tenants,
          };
          await space.requireRoom(client, tenants);
          await writer.addJson(HEADER, header);
          const { manifest, losses } = await dump({ client, blobs, writer, tenants, tables });
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

/** Tells whether a secret is the one a backup needs, without telling the secret. */
export function secretCheck(secret: string): string {
  return createSecrets(secret).derive("backup").toString("hex");
}
