import { call } from "#platform/web/api/api.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { importContract, type ImportRun } from "../../import-contract.ts";

const ENDINGS: Readonly<Record<string, string>> = { "text/csv": "csv", "application/json": "json" };

/** The faulty rows with their reasons, as a file like the one given. */
export async function downloadFaultyRows(
  run: Pick<ImportRun, "id" | "fileName" | "sourceName">,
): Promise<void> {
  const file = await call(importContract.getFaultyRows, { params: { id: run.id } });
  const type = file.type.split(";")[0]?.trim() ?? "";
  const name = (run.fileName ?? run.sourceName).replace(/\.[^.]+$/, "");
  saveFile(file, `${name} - fehlerhafte Zeilen.${ENDINGS[type] ?? "xlsx"}`);
}
