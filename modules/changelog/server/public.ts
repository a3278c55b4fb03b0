export { fieldLabels } from "./labels.ts";
export { type RevertedImport, revertImportRun } from "./revert/import-runs.ts";
