import { idParams } from "#platform/contract/fields.ts";
import { route } from "#platform/contract/route.ts";
import { tableSample } from "./mapping-contract.ts";

/**
 * What the page shows of a run's file while its columns are assigned; the file is the one the run
 * keeps.
 */
export const importSampleContract = {
  getImportSample: route({
    method: "GET",
    path: "/import-run/{id}/sample",
    access: "MANAGE_IMPORTS",
    summary:
      "Columns, first rows and suggested mapping of a run's file, read as the run's options say",
    params: idParams,
    answer: tableSample,
  }),
} as const;
