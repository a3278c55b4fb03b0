import { customFields } from "#modules/tenants/server/public.ts";
import { ANONYMISED_NAME } from "#modules/members/server/public.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import { choiceWord } from "../choice-words.ts";
import { RECORD_TYPE_LABELS, WAY_LABELS } from "../contract.ts";
import { fieldLabels } from "./labels.ts";
import { countChangesBy, erasePerson, selectChanges } from "./queries.ts";

const PORTION = 1_000;

/** Values that are names of choices, as people read them. */
function inWords(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => inWords(field, one));
  return typeof value === "string" ? choiceWord(field, value) : value;
}

/**
 * The history of a person, as it stands in the file that they may ask for: nothing masked, it is
 * theirs.
 */
async function historyOf(tx: ReadTx, memberId: string): Promise<unknown[]> {
  const { label } = fieldLabels(await customFields(tx));
  const entries: unknown[] = [];
  for (let page = 0; ; page++) {
    const records = await selectChanges(
      tx,
      { user: memberId },
      { dir: "ASC", page, size: PORTION },
    );
    for (const { at, actor_name, way, record_type: type, fields } of records) {
      const changes = Object.entries(fields).map(([field, { old, new: next }]) => [
        label(type, field),
        { vorher: inWords(field, old), nachher: inWords(field, next) },
      ]);
      entries.push({
        Zeitpunkt: at.toISOString(),
        Von: actor_name,
        Weg: WAY_LABELS[way],
        Art: RECORD_TYPE_LABELS[type],
        Änderungen: Object.fromEntries(changes),
      });
    }
    if (records.length < PORTION) return entries;
  }
}

/** What was changed about a person, and how much they changed themselves. */
export const historyOfPerson: PersonalData = {
  key: "historie",
  title: "Änderungshistorie",
  deletion: {
    fate: "ANONYMISED",
    reason:
      "Dass und wann etwas geändert wurde, bleibt; Namen, alte und neue Werte werden gelöscht.",
  },
  load: async (tx, memberId) => ({
    data: {
      "Änderungen an der Person": await historyOf(tx, memberId),
      // Whom they changed belongs to those people; how much was done on which day is the person's
      // own.
      "Von der Person geändert": (await countChangesBy(tx, memberId)).map(
        ({ day, record_type, count }) => ({
          Tag: day,
          Art: RECORD_TYPE_LABELS[record_type],
          Anzahl: count,
        }),
      ),
    },
  }),
  erase: (tx, memberId) => erasePerson(tx, memberId, ANONYMISED_NAME),
};
