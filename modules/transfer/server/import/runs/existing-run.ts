import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { lockRun, selectRun } from "./run-queries.ts";
import type { RunRecord } from "./run-record.ts";

export async function existingRun(tx: ReadTx, id: string): Promise<RunRecord> {
  const run = await selectRun(tx, id);
  if (run === undefined) throw notFound();
  return run;
}

export async function lockedRun(tx: WriteTx, id: string): Promise<RunRecord> {
  const run = await lockRun(tx, id);
  if (run === undefined) throw notFound();
  return run;
}

export function wrongState(detail: string): AppError {
  return new AppError("CONFLICT", { code: "IMPORT_STATE", detail });
}
