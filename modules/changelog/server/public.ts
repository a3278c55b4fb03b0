export { fieldLabels } from "./labels.ts";
export { type RevertedImport, revertImportRun } from "./import-runs.ts";
export type { Reverter } from "./revert-records.ts";
