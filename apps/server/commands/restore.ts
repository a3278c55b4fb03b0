import { resolve } from "node:path";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import { restore as restoreArchive, secretFor } from "#modules/backup/server/restore/restore.ts";
import { installationSecret, keptSecret } from "#platform/server/secrets.ts";
import { openFoundation } from "../installation.ts";
import { megabytes, summary } from "./backup.ts";
import { type Command, say } from "./command.ts";

export const restore: Command = {
  name: "restore",
  help: `restore DATEI [--check]
      Spielt eine Sicherung in eine leere Installation ein. Mit --check wird sie nur geprüft.`,
  parameters: ["Die Datei der Sicherung fehlt."],
  options: { check: { type: "boolean" } },
  async run(environment, [file = ""], { check }) {
    const archive = await checkArchive(resolve(file));
    const made = archive.header.createdAt.slice(0, 16).replace("T", " ");
    say(`Geprüft: Die Sicherung vom ${made} (UTC) ist vollständig: ${summary(archive.manifest)}.`);
    if (check === true) return;
    const given = environment.appSecret ?? (await keptSecret(environment.dataDir));
    const secret = secretFor(archive.header, given);
    if (environment.appSecret === undefined) await installationSecret(environment.dataDir, secret);
    const foundation = await openFoundation(environment);
    try {
      const { rows, jobs, blobs, bytes } = await restoreArchive(archive, foundation);
      say(
        `Eingespielt und verglichen: ${rows.toLocaleString("de")} Zeilen, ${jobs.toLocaleString("de")} wartende Aufgaben, ${blobs.toLocaleString("de")} Dateien (${megabytes(bytes)}).`,
      );
      for (const { name } of archive.header.tenants) say(`  ${name}`);
      if (archive.manifest.missing.length > 0)
        say(
          `${archive.manifest.missing.length} Dateien fehlten schon, als gesichert wurde: vereinsheim check zeigt sie.`,
        );
      say("Jetzt kann der Server starten.");
    } finally {
      await foundation.close();
    }
  },
};
