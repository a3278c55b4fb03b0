import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backUp } from "#modules/backup/server/backup.ts";
import type { ArchiveManifest } from "#modules/backup/server/archive/format.ts";
import type { Loss } from "#modules/backup/server/dump-blobs.ts";
import { type Command, say, withFoundation } from "./command.ts";

export const backup: Command = {
  async run(environment, [target = ""]) {
    const path = await fileFor(resolve(target));
    return withFoundation(environment, async (foundation) => {
      const ownsSecret = environment.appSecret === undefined;
      const { manifest, losses, size } = await backUp({ ...foundation, ownsSecret, path });
      say(`Gesichert in ${path} (${megabytes(size)}): ${summary(manifest)}.`);
      if (!ownsSecret)
        say(
          "Das APP_SECRET ist nicht darin: Bewahren Sie es getrennt auf, ohne es hilft die Sicherung nicht.",
        );
      return reportLosses(losses);
    });
  },
};

/** In a folder the file is named after the moment. */
async function fileFor(target: string): Promise<string> {
  const info = await stat(target).catch(() => undefined);
  if (info?.isDirectory() !== true) return target;
  const moment = Temporal.Now.plainDateTimeISO().toString({ smallestUnit: "second" });
  return join(target, `vereinsheim-${moment.replaceAll(/[-:]/g, "").replace("T", "-")}.tar.zst`);
}

export function summary({ tenants, blobs }: ArchiveManifest): string {
  const rows = tenants.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0);
  const clubs = tenants.length === 1 ? "1 Verein" : `${tenants.length} Vereine`;
  return `${clubs}, ${rows.toLocaleString("de")} Zeilen, ${blobs.count.toLocaleString("de")} Dateien (${megabytes(blobs.bytes)})`;
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
