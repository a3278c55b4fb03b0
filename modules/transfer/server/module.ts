import { serverModule } from "#platform/server/services.ts";
import { transferContract } from "../whole-contract.ts";
import { exportHandlers, exportJobs, exportSchedule } from "./export/export-part.ts";
import { registerExportsOfPersons } from "./export/personal-data.ts";
import { importHandlers, importJobs, importKinds, importSchedule } from "./import/import-part.ts";
import { importSampleHandlers } from "./import/run-sample.ts";
import { mappingHandlers } from "./mapping/mapping-handlers.ts";
import { sampleHandlers } from "./mapping/sample-handlers.ts";

registerExportsOfPersons();

export const transferModule = serverModule({
  name: "transfer",
  contract: transferContract,
  liveKinds: {
    "mapping-config": ["MANAGE_IMPORTS", "MANAGE_EXPORTS"],
    "export-target": "MANAGE_EXPORTS",
    "export-run": "MANAGE_EXPORTS",
    ...importKinds,
  },
  handlers: (services) => ({
    ...mappingHandlers,
    ...sampleHandlers,
    ...importHandlers(services),
    ...importSampleHandlers(services),
    ...exportHandlers(services),
  }),
  jobs: (services) => ({ ...importJobs(services), ...exportJobs(services) }),
  schedule: { ...importSchedule, ...exportSchedule },
});
