import { registerForgetter, registerPersonalData } from "#modules/users/server/public.ts";
import { forgetInImports, selectImportsOf } from "./personal-data-queries.ts";

/** Adds the rows of files that a person came with to their file, and removes them when the person is forgotten. */
export function registerImportsOfPersons(): void {
  registerPersonalData({
    key: "importe",
    title: "Importe",
    deletion: { fate: "REMOVED", reason: "Zeilen mit dieser Person und die aufbewahrten Dateien, in denen sie steht, werden gelöscht." },
    async load(tx, memberId) {
      const rows = await selectImportsOf(tx, memberId);
      return {
        data: rows.map((row) => ({
          Quelle: row.source_name,
          Datei: row.file_name,
          "Gelesen am": row.started_at.toISOString(),
          "Übernommen am": row.applied_at?.toISOString() ?? null,
          Zeile: row.line,
          Angaben: row.given,
        })),
      };
    },
  });
  registerForgetter("imports", forgetInImports);
}
