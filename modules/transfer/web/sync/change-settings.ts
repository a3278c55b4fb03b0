import type { BodyInput } from "#platform/contract/route.ts";
import { call } from "#platform/web/api/api.ts";
import { importContract, type ImportRun } from "../../import-contract.ts";

export type SettingsOfRun = BodyInput<typeof importContract.changeImportSettings>;

/** Has the file read and compared again in another way; what is absent stays. */
export function changeSettings(id: string, settings: SettingsOfRun): Promise<ImportRun> {
  return call(importContract.changeImportSettings, {
    params: { id },
    body: settings,
    inForm: true,
  });
}
