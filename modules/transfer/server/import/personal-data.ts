import { USER_FIELD_LABELS } from "#modules/members/contract.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import { cellText } from "../mapping/values/cell-text.ts";
import { takenColumns } from "../mapping/row-mapper.ts";
import { openKeptFile } from "./sources/kept-file.ts";
import {
  eraseFromImports,
  type ImportOfPerson,
  selectImportsBy,
  selectImportsOf,
  selectSourcesOf,
} from "./personal-data-queries.ts";

/** Values by the names that people know; custom fields keep their key. */
function labelled(given: object): Record<string, unknown> {
  const labels: Readonly<Record<string, string>> = USER_FIELD_LABELS;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [labels[key] ?? key, value]),
  );
}

/** The rows of files that a person came with. */
export const importsOfPerson: PersonalData = {
  key: "importe",
  title: "Importe",
  deletion: {
    fate: "REMOVED",
    reason:
      "Zeilen mit dieser Person und die aufbewahrten Dateien, in denen sie steht, werden gelöscht.",
  },
  async load(tx, memberId, { blobs }) {
    const rows = await selectImportsOf(tx, memberId);
    const told = [];
    for (const row of rows) {
      told.push({
        Quelle: row.source_name,
        Datei: row.file_name,
        "Gelesen am": row.started_at.toISOString(),
        "Übernommen am": row.applied_at?.toISOString() ?? null,
        Zeile: row.line,
        Angaben: row.given === null ? null : labelled(row.given),
        "Nicht übernommene Spalten": await otherColumns(blobs, row),
      });
    }
    const runs = await selectImportsBy(tx, memberId);
    return {
      data: {
        "Zeilen über die Person": told,
        "Von der Person ausgeführt": runs.map((row) => ({
          Quelle: row.source_name,
          Datei: row.file_name,
          "Gelesen am": row.started_at.toISOString(),
          Gestartet: row.started,
          Übernommen: row.applied,
        })),
      },
    };
  },
  erase: eraseFromImports,
};

/** The lists that name a person; `importsOfPerson` erases the reference as well. */
export const sourcesOfPerson: PersonalData = {
  key: "importquellen",
  title: "Importquellen",
  // Nothing stays by which a list could know whom it must not bring again: whoever deletes has to
  // see to the list as well.
  deletion: {
    fate: "REMOVED",
    reason:
      "Der Verweis wird gelöscht. Steht die Person ohne ihre Mitgliedsnummer weiter in der Liste, legt der nächste Import sie neu an; sie muss auch dort gestrichen werden.",
  },
  async load(tx, memberId) {
    const sources = await selectSourcesOf(tx, memberId);
    return {
      data: sources.map(({ name, holds, responsible }) => ({
        Quelle: name,
        "Enthält die Person": holds,
        "Läuft im Namen der Person": responsible,
      })),
    };
  },
};

/**
 * What else stands in the row of the kept file, in columns that are not imported; null: nothing,
 * or the file is gone.
 */
async function otherColumns(
  blobs: Pick<BlobStore, "get">,
  row: ImportOfPerson,
): Promise<Record<string, string> | null> {
  const taken = takenColumns(row.columns ?? [], row.entries ?? []);
  if (row.blob_key === null || (row.columns ?? []).every((column) => taken.has(column)))
    return null;
  const table = await openKeptFile(blobs, row);
  try {
    let number = 0;
    for await (const { cells } of table.rows) {
      if (++number < row.number) continue;
      const others = table.columns.flatMap((column, index): [string, string][] => {
        const text = cellText(cells[index] ?? null).trim();
        return taken.has(column) || text === "" ? [] : [[column, text]];
      });
      return others.length === 0 ? null : Object.fromEntries(others);
    }
    return null;
  } finally {
    await table.close();
  }
}
