import { removeTenant } from "#modules/backup/server/tenant/remove-tenant.ts";
import { removeRealm } from "#modules/identity/server/public.ts";
import { TenantRefusal } from "#modules/tenants/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Installation } from "../installation.ts";
import { type Command, say, withInstallation } from "./command.ts";
import { Usage } from "./usage.ts";

export const deleteTenant: Command = {
  run(environment, [name = ""], { yes }) {
    if (yes !== true) {
      throw new Usage(
        `Das löscht den Verein "${name}" mit allen Mitgliedern, Gruppen und Dateien, endgültig. Wenn das gewollt ist, bitte --yes anfügen.`,
      );
    }
    return withInstallation(environment, (installation) => removeEverywhere(installation, name));
  },
};

/** Returns the exit code: 1 while the club's realm of a Keycloak is still there. */
async function removeEverywhere({ services, ownerUrl }: Installation, name: string) {
  const { dataDir } = services.environment;
  const removed = await removeTenant(name, { ...services, ownerUrl, dataDir });
  if (removed !== undefined) {
    const [rows, files, jobs] = [removed.rows, removed.files, removed.jobs].map((number) =>
      number.toLocaleString("de"),
    );
    say(
      `Der Verein "${name}" ist gelöscht: ${rows} Zeilen, ${files} Dateien, ${jobs} wartende Aufgaben.`,
    );
    say("In Sicherungen von vorher ist er noch enthalten.");
  }
  const realm = await removeRealm(services, name).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return "UNKNOWN" as const;
  });
  if (removed === undefined && (realm === "NONE" || realm === "FOREIGN"))
    throw new TenantRefusal(`Einen Verein "${name}" gibt es nicht.`);
  const sentence = SENTENCES[realm];
  if (sentence !== "") say(sentence.replace("NAME", name));
  return realm === "UNKNOWN" ? 1 : 0;
}

const SENTENCES = {
  NONE: "",
  REMOVED: 'Sein Bereich "NAME" im Anmeldedienst ist gelöscht.',
  FOREIGN:
    'Der Bereich "NAME" im Anmeldedienst stammt nicht von dieser Installation oder von einer früheren Version und besteht weiter. Löschen Sie ihn dort, wenn ihn sonst niemand braucht.',
  UNKNOWN:
    'Der Anmeldedienst war nicht erreichbar; sein Bereich "NAME" besteht vielleicht noch. Bitte führen Sie den Befehl noch einmal aus.',
};
