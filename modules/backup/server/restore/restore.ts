import type pg from "pg";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import {
  knownMigrations,
  migrate,
  migrateSchema,
  withClient,
} from "#platform/server/database/migrate.ts";
import { appliedMigrations } from "#platform/server/database/schema/applied.ts";
import { isBeforeBaseline } from "#platform/server/database/schema/former-migrations.ts";
import { secretCheck } from "../backup.ts";
import { setTextFormat, type TenantTable, tenantTables } from "../catalogue-queries.ts";
import type { CheckedArchive } from "../archive/checked-archive.ts";
import { type ArchiveHeader, BackupRefusal } from "../archive/format.ts";
import { load, type Loaded } from "./load.ts";
import { hasTenants, unknownBlobs, workersAlive } from "./restore-queries.ts";
import { directLoader } from "./row-loader.ts";
import { withCleanupPaused } from "#platform/server/blobs/cleanup-pause-queries.ts";

interface Target {
  ownerUrl: string;
  blobs: BlobStore;
  secret: string;
}

/**
 * Brings a backup into an empty installation, in one transaction: all of it or nothing. Files that
 * a failed try left in the store have no rows; the next try uses them again, or the cleanup
 * removes them.
 */
export async function restore(
  archive: CheckedArchive,
  { ownerUrl, blobs, secret }: Target,
): Promise<Loaded> {
  const { header } = archive;
  if (header.kind !== "INSTALLATION") throw oneClub();
  const loaded = await withClient(ownerUrl, async (client) => {
    await refuseUnfit(client, header);
    await migrateSchema(ownerUrl, header.migrations.at(-1));
    return withCleanupPaused(client, () =>
      inTransaction(client, async () => {
        const tables = requireSameTables(header, await tenantTables(client));
        const beforeBlobs = () => refuseForeignFiles(client, blobs);
        return load({
          archive,
          client,
          blobs,
          loader: directLoader(client, tables),
          tables,
          beforeBlobs,
        });
      }),
    );
  });
  // An older backup is brought up to this program's schema, as an upgrade would; the application's
  // role gets its password.
  await migrate(ownerUrl, secret);
  return loaded;
}

/**
 * The secret that the restored installation will have; refuses one that decrypts nothing of it.
 */
export function secretFor({ secret }: ArchiveHeader, given: string | undefined): string {
  if (secret === null) throw oneClub();
  if ("check" in secret) {
    if (given === undefined)
      throw new BackupRefusal(
        "Die gesicherte Installation hatte ein eigenes APP_SECRET. Bitte setzen Sie dasselbe auch hier.",
      );
    if (secretCheck(given) !== secret.check)
      throw new BackupRefusal(
        "Das APP_SECRET ist ein anderes als das der gesicherten Installation. Ohne das richtige könnte sich niemand anmelden.",
      );
    return given;
  }
  if (given !== undefined && given !== secret.value) {
    throw new BackupRefusal(
      "Diese Installation hat schon ein eigenes Geheimnis (APP_SECRET oder DATA_DIR/secret). Bitte nehmen Sie ein neues, leeres DATA_DIR ohne APP_SECRET: Das Geheimnis kommt aus der Sicherung.",
    );
  }
  return secret.value;
}

function oneClub(): BackupRefusal {
  return new BackupRefusal(
    "Das ist ein einzelner Verein, keine ganze Sicherung. Er kommt herein mit: vereinsheim tenant import DATEI",
  );
}

async function refuseUnfit(client: pg.Client, header: ArchiveHeader): Promise<void> {
  const known = await knownMigrations();
  const { migrations } = header;
  if (migrations.some((name, index) => known[index] !== name)) {
    throw new BackupRefusal(
      !isBeforeBaseline(migrations) && migrations.some((name) => !known.includes(name))
        ? "Die Sicherung stammt von einer neueren Version von Vereinsheim. Bitte spielen Sie sie mit dieser Version oder einer neueren ein."
        : "Die Sicherung stammt von einer Version, deren Datenbank anders aufgebaut war. Sie lässt sich hier nicht einspielen.",
    );
  }
  const applied = await appliedMigrations(client);
  if (applied.length === 0) return;
  if (await hasTenants(client)) {
    throw new BackupRefusal(
      "Diese Installation ist nicht leer: Es gibt schon Vereine darin. Eine Sicherung kommt nur in eine leere Installation; bitte nehmen Sie ein neues DATA_DIR oder eine neue Datenbank.",
    );
  }
  if (await workersAlive(client))
    throw new BackupRefusal(
      "Auf dieser Datenbank läuft ein Server. Bitte beenden Sie ihn zuerst und warten Sie eine Minute.",
    );
  if (applied.some((name, index) => migrations[index] !== name)) {
    throw new BackupRefusal(
      "Die Datenbank ist schon weiter als die Sicherung. Bitte nehmen Sie ein neues DATA_DIR oder eine neue, ganz leere Datenbank; auf den heutigen Stand kommt sie danach von selbst.",
    );
  }
}

/** The archive's tables, when the database has the same ones. */
export function requireSameTables(
  { tables }: ArchiveHeader,
  existing: readonly TenantTable[],
): TenantTable[] {
  const shape = (list: readonly TenantTable[]) =>
    JSON.stringify(
      list.map(({ name, columns }) => `${name} ${columns.toSorted().join(" ")}`).toSorted(),
    );
  if (shape(tables) !== shape(existing))
    throw new BackupRefusal(
      "Die Datenbank ist anders aufgebaut als die gesicherte. Es wurde nichts eingespielt.",
    );
  return tables;
}

/** A store that others use as well would lose their files to this installation's cleanup. */
async function refuseForeignFiles(client: pg.Client, blobs: BlobStore): Promise<void> {
  let keys: string[] = [];
  const look = async () => {
    const [foreign] = await unknownBlobs(client, keys);
    if (foreign !== undefined) {
      throw new BackupRefusal(
        `Im Dateispeicher liegt schon etwas, das nicht zur Sicherung gehört (${foreign}). Bitte nehmen Sie einen leeren; es wurde nichts behalten.`,
      );
    }
    keys = [];
  };
  for await (const key of blobs.keysOlderThan(new Date())) {
    keys.push(key);
    if (keys.length === 500) await look();
  }
  await look();
}

/** Commits when `work` resolves; else nothing has happened. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    await setTextFormat(client);
    const result = await work();
    const { command } = await client.query("COMMIT");
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
