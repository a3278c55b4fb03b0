import { checkInstallation } from "#modules/backup/server/check/check.ts";
import { type Command, say, withFoundation } from "./command.ts";

export const check: Command = {
  async run(environment, _parameters, { deep }) {
    return withFoundation(environment, async (foundation) => {
      const { tenants, tables, blobs, faults } = await checkInstallation({
        ...foundation,
        deep: deep === true,
        found: say,
      });
      const what = `${tenants} ${tenants === 1 ? "Verein" : "Vereine"}, ${tables} Tabellen, ${blobs.toLocaleString("de")} Dateien`;
      say(
        faults === 0
          ? `Geprüft: ${what}. Alles ist in Ordnung.`
          : `Geprüft: ${what}. ${faults === 1 ? "1 Fehler" : `${faults} Fehler`} gefunden.`,
      );
      return faults === 0 ? 0 : 1;
    });
  },
};
