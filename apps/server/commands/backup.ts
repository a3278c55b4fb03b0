import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backUp } from "#modules/backup/server/backup.ts";
import type { ArchiveManifest } from "#modules/backup/server/archive/format.ts";
import { openFoundation } from "../installation.ts";
import { type Command, say } from "./command.ts";

export const backup: Command = {
  name: "backup",
  help: `backup DATEI|ORDNER
      Sichert die ganze Installation in eine Datei; der Server darf dabei laufen.`,
  parameters: ["Die Datei oder der Ordner fehlt, wohin gesichert werden soll."],
  async run(environment, [target = ""]) {
    const path = await fileFor(resolve(target));
    const foundation = await openFoundation(environment);
    try {
      const { manifest, size } = await backUp({
        ...foundation,
        ownsSecret: environment.appSecret === undefined,
        path,
      });
      say(`Gesichert in ${path} (${megabytes(size)}): ${summary(manifest)}.`);
      if (environment.appSecret !== undefined)
        say(
          "Das APP_SECRET ist nicht darin: Bewahren Sie es getrennt auf, ohne es hilft die Sicherung nicht.",
        );
      return reportLosses(manifest);
    } finally {
      await foundation.close();
    }
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

/** Files that were lost before are no reason to keep nothing, but they are said: exit code 2. */
export function reportLosses({ missing, damaged }: ArchiveManifest): number {
  for (const { key } of missing) process.stderr.write(`Fehlt im Dateispeicher: ${key}\n`);
  for (const { key } of damaged) process.stderr.write(`Im Dateispeicher beschädigt: ${key}\n`);
  if (missing.length + damaged.length === 0) return 0;
  process.stderr.write(
    "Alles andere ist gesichert. Was diese Dateien betrifft, zeigt: vereinsheim check --deep\n",
  );
  return 2;
}
