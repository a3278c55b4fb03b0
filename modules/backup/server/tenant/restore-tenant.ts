import { join } from "node:path";
import { withClient } from "#platform/server/database/migrate.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import { listTenants } from "../catalogue-queries.ts";
import { checkArchive, type CheckedArchive } from "../archive/checked-archive.ts";
import { type ArchiveHeader, BackupRefusal } from "../archive/format.ts";
import { secretCheck } from "../backup.ts";
import { restore } from "../restore/restore.ts";
import { requireSpace } from "../space.ts";
import { onlyTenant, sizeOfContents } from "./one-tenant.ts";
import { withScratchInstallation } from "./scratch-installation.ts";
import { type Arrived, exportTenant, importTenant, type Place } from "./tenant-file.ts";

/** An empty cluster with its log. */
const CLUSTER_BYTES = 200e6;
/** Rows in tables, with indexes and log, beside their text. */
const ROWS_FACTOR = 8;
/** Each file lies in the scratch installation, in the club's own file, and where it goes. */
const FILES_FACTOR = 3;

interface Wanted {
  /** Of the club in the backup. */
  name: string;
  /** Of the club here. */
  as: string;
  /** Of this installation: the backup's where it does not bring its own. */
  secret: string;
  dataDir: string;
}

/** Refuses a name that a club has here, before anything long begins. */
export async function requireFreeName(ownerUrl: string, name: string): Promise<void> {
  const present = await withClient(ownerUrl, listTenants);
  if (present.some((tenant) => tenant.name === name))
    throw new BackupRefusal(
      `Einen Verein "${name}" gibt es hier. Bitte legen Sie ihn erst zur Seite (vereinsheim tenant rename ${name} ${name}-alt), oder geben Sie dem aus der Sicherung mit --name NEU einen anderen Namen. Es wurde nichts verändert.`,
    );
}

/**
 * Brings one club of a whole backup into a running installation, beside the clubs that are there.
 * The backup may be of an older version: the club is restored and brought up to date in a scratch
 * installation, and goes from there as a club goes that moves.
 */
export async function restoreTenant(
  archive: CheckedArchive,
  { name, as, secret, dataDir }: Wanted,
  place: Place,
): Promise<Arrived> {
  const former = secretOf(archive.header, secret);
  const club = onlyTenant(archive, name);
  const { rows, files } = await sizeOfContents(club);
  const needed = CLUSTER_BYTES + rows * ROWS_FACTOR + files * FILES_FACTOR;
  await requireSpace(dataDir, needed, place.room?.backups);
  return withScratchInstallation(dataDir, async (scratch) => {
    await restore(club, { ...scratch, secret: former });
    const file = join(scratch.folder, "club.tar.zst");
    await exportTenant(name, file, { ...place, ...scratch, secrets: createSecrets(former) });
    return importTenant(await checkArchive(file), place, as);
  });
}

/** Returns the secret that the backup's rows were sealed with. */
function secretOf({ secret }: ArchiveHeader, ours: string): string {
  if (secret === null)
    throw new BackupRefusal(
      "Das ist ein einzelner Verein, keine ganze Sicherung. Er kommt herein mit: vereinsheim tenant import DATEI",
    );
  if ("value" in secret) return secret.value;
  if (secretCheck(ours) === secret.check) return ours;
  throw new BackupRefusal(
    "Die Sicherung stammt von einer Installation mit einem anderen APP_SECRET. Spielen Sie sie mit jenem in eine eigene, leere Installation ein (vereinsheim restore) und nehmen Sie den Verein von dort mit (tenant export, tenant import).",
  );
}
