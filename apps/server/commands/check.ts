import { type Checked, checkInstallation } from "#modules/backup/server/check/check.ts";
import { type Command, say, sayJson, withFoundation } from "./command.ts";

export const check: Command = {
  async run(environment, _parameters, { deep, json }) {
    const sentences: string[] = [];
    // People see a fault when it is found: a deep look takes its time.
    const found = json === true ? (sentence: string) => void sentences.push(sentence) : say;
    const checked = await withFoundation(environment, (foundation) =>
      checkInstallation({ ...foundation, deep: deep === true, found }),
    );
    if (json === true) {
      const { tenants, tables, blobs: files } = checked;
      sayJson({ tenants, tables, files, faults: sentences });
    } else {
      say(`Geprüft: ${summary(checked)}`);
    }
    return checked.faults === 0 ? 0 : 1;
  },
};

function summary({ tenants, tables, blobs, faults }: Checked): string {
  const clubs = `${tenants} ${tenants === 1 ? "Verein" : "Vereine"}`;
  const what = `${clubs}, ${tables} Tabellen, ${blobs.toLocaleString("de")} Dateien`;
  if (faults === 0) return `${what}. Alles ist in Ordnung.`;
  return `${what}. ${faults === 1 ? "1 Fehler" : `${faults} Fehler`} gefunden.`;
}
