import { systemActor } from "#platform/server/database/database.ts";
import { saveQuota, selectRoom } from "#platform/server/blobs/quota-queries.ts";
import { clubNamed } from "./club.ts";
import { type Command, say, withInstallation } from "./command.ts";
import { Usage } from "./usage.ts";

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** Limits the room of a club's files. What is there already stays, however much it is. */
export const quota: Command = {
  run(environment, [name = "", wanted = ""]) {
    const bytes = quotaOf(wanted);
    return withInstallation(environment, async ({ services: { database } }) => {
      const club = await clubNamed(database, name);
      const { usedBytes } = await database.write(club.id, systemActor("Betreiber"), async (tx) => {
        await saveQuota(tx, bytes);
        return selectRoom(tx);
      });
      const used = `belegt sind ${sizeText(usedBytes)}`;
      if (bytes === null)
        return say(`Der Verein "${name}" hat keine Grenze für seine Dateien; ${used}.`);
      say(`Die Dateien des Vereins "${name}" dürfen ${sizeText(bytes)} belegen; ${used}.`);
      if (usedBytes > bytes)
        say("Das ist schon mehr: Es bleibt alles, aber neue Dateien werden abgewiesen.");
    });
  },
};

/** Reads `5GB`, `1,5 TB`, `500MiB`, `0` or `none`. */
function quotaOf(wanted: string): number | null {
  if (wanted === "none") return null;
  const [, number = "", power = "", binary] =
    /^(\d+(?:[.,]\d+)?) ?(?:([KMGT]?)(i?)B)?$/i.exec(wanted) ?? [];
  const base = binary === "" || binary === undefined ? 1000 : 1024;
  const bytes = Math.round(
    Number.parseFloat(number.replace(",", ".")) *
      base ** " KMGT".indexOf(power.toUpperCase() || " "),
  );
  if (!Number.isSafeInteger(bytes))
    throw new Usage(`"${wanted}" ist keine Größe. Es geht 5GB, 500MB, 1,5TB … oder none.`);
  return bytes;
}

/** Returns a size as people say it: `4,8 GB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit += 1) size /= 1000;
  return `${size.toLocaleString("de", { maximumFractionDigits: 1 })} ${UNITS[unit]}`;
}
