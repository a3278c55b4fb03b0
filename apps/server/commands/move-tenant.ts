import { resolve } from "node:path";
import { refuseBadName } from "#modules/tenants/server/public.ts";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import {
  type Arrived,
  exportTenant as writeTenant,
  importTenant as readTenant,
} from "#modules/backup/server/tenant/tenant-file.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import { modules } from "../modules.ts";
import { megabytes, reportLosses, summary } from "./archive-summary.ts";
import { type Command, say, text, withFoundation, withNewInstallation } from "./command.ts";

/** What the modules say of their rows that go elsewhere. */
export const portability = modules.flatMap(({ portability: rules }) => rules ?? []);

export const exportTenant: Command = {
  async run(environment, [name = "", file = ""]) {
    return withFoundation(environment, async (foundation) => {
      const path = resolve(file);
      const { manifest, losses, size } = await writeTenant(name, path, {
        ...foundation,
        secrets: createSecrets(foundation.secret),
        portability,
      });
      say(`Der Verein "${name}" steht in ${path} (${megabytes(size)}): ${summary(manifest)}.`);
      say(
        "Darin sind auch Passwort-Prüfsummen und zweite Faktoren: Behandeln Sie die Datei wie den Server selbst.",
      );
      return reportLosses(losses);
    });
  },
};

/** Says what came in with a club, and what its people have to know. */
export function sayArrived(arrived: Arrived): void {
  say(
    `Der Verein "${arrived.name}" ist da: ${arrived.rows.toLocaleString("de")} Zeilen, ${arrived.jobs.toLocaleString("de")} wartende Aufgaben, ${arrived.blobs.toLocaleString("de")} Dateien (${megabytes(arrived.bytes)}).`,
  );
  if (arrived.isCopy)
    say("Seine Kennung gab es hier schon, er hat eine neue: Er ist eine Kopie neben dem anderen.");
  say(
    "Passwörter und Bestätigungs-Apps gelten weiter. Anmelden müssen sich alle neu. Wiederherstellungscodes sind neu anzulegen, Passkeys auch, wenn sich die Adresse geändert hat.",
  );
}

export const importTenant: Command = {
  async run(environment, [file = ""], options) {
    const name = text(options["name"]);
    if (name !== undefined) refuseBadName(name);
    const archive = await checkArchive(resolve(file));
    const arrived = await withNewInstallation(environment, ({ services, ownerUrl }) =>
      readTenant(archive, { ...services, ownerUrl, portability }, name),
    );
    sayArrived(arrived);
  },
};
