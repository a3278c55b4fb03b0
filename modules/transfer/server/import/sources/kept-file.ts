import { AppError } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { openTable, type OpenTable } from "../../reading/open-table.ts";
import type { RunRecord } from "../runs/run-record.ts";

/** The file that a run keeps, read as it was the first time. To be closed. */
export async function openKeptFile(
  blobs: Pick<BlobStore, "get">,
  run: Pick<RunRecord, "blob_key" | "detected" | "rules">,
): Promise<OpenTable> {
  if (run.blob_key === null || run.detected === null)
    throw new AppError("NOT_FOUND", { detail: "Die Datei dieses Imports ist nicht mehr da." });
  const { format, delimiter, headerRow, sheet, encoding } = run.detected;
  return openTable(await blobs.get(run.blob_key), {
    ...run.rules.options,
    format,
    delimiter,
    headerRow,
    sheet,
    encoding,
  });
}
