import { resolve } from "node:path";
import type { ArchiveManifest } from "#modules/backup/server/archive/format.ts";
import {
  checkArchive,
  type CheckedArchive,
} from "#modules/backup/server/archive/checked-archive.ts";
import { restore as restoreArchive, secretFor } from "#modules/backup/server/restore/restore.ts";
import { installationSecret, keptSecret } from "#platform/server/secrets.ts";
import { countsOf, megabytes, summary } from "./archive-summary.ts";
import { type Command, say, sayJson, withFoundation } from "./command.ts";
import { Usage } from "./usage.ts";

export const restore: Command = {
  async run(environment, [file = ""], { check, json }) {
    if (json === true && check !== true)
      throw new Usage("--json gibt es nur zusammen mit --check.");
    const archive = await checkArchive(resolve(file));
    if (json === true) return showJson(archive);
    const made = archive.header.createdAt.slice(0, 16).replace("T", " ");
    say(`Geprüft: Die Sicherung vom ${made} (UTC) ist vollständig: ${summary(archive.manifest)}.`);
    sayLosses(archive.manifest);
    if (check === true) return;
    const given = environment.appSecret ?? (await keptSecret(environment.dataDir));
    const secret = secretFor(archive.header, given);
    if (environment.appSecret === undefined) await installationSecret(environment.dataDir, secret);
    await withFoundation(environment, async (foundation) => {
      const { rows, jobs, blobs, bytes } = await restoreArchive(archive, foundation);
      say(
        `Eingespielt und verglichen: ${rows.toLocaleString("de")} Zeilen, ${jobs.toLocaleString("de")} wartende Aufgaben, ${blobs.toLocaleString("de")} Dateien (${megabytes(bytes)}).`,
      );
      for (const { name } of archive.header.tenants) say(`  ${name}`);
      say("Jetzt kann der Server starten.");
    });
  },
};

function showJson({ header, manifest }: CheckedArchive): void {
  const { createdAt, tenants } = header;
  const { missing, damaged } = manifest;
  const keys = (files: typeof missing) => files.map(({ key }) => key);
  const names = tenants.map(({ name }) => name);
  const lost = { missing: keys(missing), damaged: keys(damaged) };
  sayJson({ createdAt, ...countsOf(manifest), names, ...lost });
}

/** Says which files were lost already when the backup was made. */
function sayLosses({ missing, damaged }: ArchiveManifest): void {
  for (const { key } of missing) say(`Fehlt darin, denn sie war nicht zu lesen: ${key}`);
  for (const { key } of damaged) say(`Darin so, wie sie beschädigt gefunden wurde: ${key}`);
  if (missing.length + damaged.length > 0)
    say(
      "Alles andere ist, was gesichert wurde. Wen es betrifft, zeigt danach: vereinsheim check --deep",
    );
}
