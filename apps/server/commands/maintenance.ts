import { allTenants, setMaintenance, TenantRefusal } from "#modules/tenants/server/public.ts";
import { clubNamed } from "./club.ts";
import { type Command, say, withInstallation } from "./command.ts";
import { Usage } from "./usage.ts";

/** As long as the page shows well. */
const MOST_SIGNS = 500;

/** Begins or ends the maintenance of one club. */
export const maintenance: Command = {
  run(environment, [name = "", word = "", text]) {
    const wanted = wantedBy(word, text);
    return withInstallation(environment, async ({ services: { database } }) => {
      const club = await clubNamed(database, name);
      if (!(await setMaintenance(database, club, wanted)))
        throw new TenantRefusal(
          `Der Verein "${name}" ist abgeschaltet (tenant suspend) und bleibt es.`,
        );
      say(
        wanted === undefined
          ? `Die Wartung des Vereins "${name}" ist zu Ende.`
          : `Der Verein "${name}" ist in Wartung. Was wartet, geht weiter nach: vereinsheim tenant maintenance ${name} off`,
      );
    });
  },
};

/** Begins or ends the maintenance of all clubs. */
export const maintenanceOfAll: Command = {
  run(environment, [word = "", text]) {
    const wanted = wantedBy(word, text);
    return withInstallation(environment, async ({ services: { database } }) => {
      let count = 0;
      for (const club of await allTenants(database))
        if (await setMaintenance(database, club, wanted)) count += 1;
      const clubs = count === 1 ? "1 Verein" : `${count} Vereine`;
      say(wanted === undefined ? `Wartung beendet: ${clubs}.` : `In Wartung: ${clubs}.`);
    });
  },
};

function wantedBy(word: string, given: string | undefined): { text: string | null } | undefined {
  const text = given?.trim() ?? "";
  if (word === "off" && given === undefined) return undefined;
  if (word !== "on")
    throw new Usage(`Statt "${word}" wird on oder off erwartet; den Text nimmt on.`);
  if (text.length > MOST_SIGNS)
    throw new Usage(`Der Text darf höchstens ${MOST_SIGNS} Zeichen haben.`);
  return { text: text === "" ? null : text };
}
