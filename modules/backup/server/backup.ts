import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { refuseWrongSecret } from "#platform/server/verify-secret.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { ArchiveWriter } from "./archive/archive-writer.ts";
import { listTenants, tenantTables } from "./catalogue-queries.ts";
import { dump, inSnapshot } from "./dump.ts";
import {
  type ArchiveHeader,
  type ArchiveManifest,
  BackupRefusal,
  FORMAT,
  HEADER,
  MANIFEST,
} from "./archive/format.ts";
import { withCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";

interface Source {
  ownerUrl: string;
  blobs: BlobStore;
  secret: string;
  /** The installation made its secret itself: it exists nowhere else, so the backup contains it. */
  ownsSecret: boolean;
  path: string;
}

export interface BackedUp {
  manifest: ArchiveManifest;
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
}: Source): Promise<BackedUp> {
  return withClient(ownerUrl, async (client) => {
    await refuseWrongSecret(client, ownerUrl, secret);
    const writer = await ArchiveWriter.create(path);
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
          await writer.addJson(HEADER, header);
          const manifest = await dump({ client, blobs, writer, tenants, tables });
          await writer.addJson(MANIFEST, manifest);
          return { manifest, size: await writer.finish() };
        }),
      );
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  });
}

/** Tells whether a secret is the one a backup needs, without telling the secret. */
export function secretCheck(secret: string): string {
  return createSecrets(secret).derive("backup").toString("hex");
}
