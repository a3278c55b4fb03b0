import type { ArchiveManifest } from "#modules/backup/server/archive/format.ts";
import type { Loss } from "#modules/backup/server/dump-blobs.ts";

/** How much an archive holds. */
export interface Counts {
  tenants: number;
  rows: number;
  files: number;
  /** Of the files. */
  bytes: number;
}

export function countsOf({ tenants, blobs }: ArchiveManifest): Counts {
  const rows = tenants.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0);
  return { tenants: tenants.length, rows, files: blobs.count, bytes: blobs.bytes };
}

/** Returns the same in German. */
export function summary(manifest: ArchiveManifest): string {
  const { tenants, rows, files, bytes } = countsOf(manifest);
  const clubs = tenants === 1 ? "1 Verein" : `${tenants} Vereine`;
  return `${clubs}, ${rows.toLocaleString("de")} Zeilen, ${files.toLocaleString("de")} Dateien (${megabytes(bytes)})`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("de", { maximumFractionDigits: 1 })} MB`;
}

const LOSSES: Record<Loss["reason"], string> = {
  MISSING: "Fehlt im Dateispeicher",
  DAMAGED: "Im Dateispeicher beschädigt",
  UNREADABLE: "Nicht lesbar",
};

/** Files that were lost before are no reason to keep nothing, but they are said: exit code 2. */
export function reportLosses(losses: readonly Loss[]): number {
  for (const { tenant, key, reason } of losses)
    process.stderr.write(`${LOSSES[reason]} (Verein ${tenant.name}): ${key}\n`);
  if (losses.length === 0) return 0;
  process.stderr.write(
    "Alles andere ist gesichert. Was diese Dateien betrifft, zeigt: vereinsheim check --deep\n",
  );
  return 2;
}
