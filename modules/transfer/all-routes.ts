import { exportContract } from "./export-contract.ts";
import { importContract } from "./import-contract.ts";
import { importSampleContract } from "./import-sample-contract.ts";
import { mappingContract } from "./mapping-contract.ts";

/** All calls of imports and exports. */
export const allTransferRoutes = {
  ...mappingContract,
  ...importContract,
  ...importSampleContract,
  ...exportContract,
} as const;
