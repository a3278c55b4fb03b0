import { serverModule } from "#platform/server/services.ts";
import { transferContract } from "../whole-contract.ts";
import { exportHandlers, exportJobs, exportSchedule } from "./export/export-part.ts";
import { registerExportsOfPersons } from "./export/personal-data.ts";
import { mappingHandlers } from "./mapping/mapping-handlers.ts";
import { sampleHandlers } from "./mapping/sample-handlers.ts";

registerExportsOfPersons();

export const transferModule = serverModule({
  name: "transfer",
  contract: transferContract,
  liveKinds: { "mapping-config": ["MANAGE_IMPORTS", "MANAGE_EXPORTS"], "export-target": "MANAGE_EXPORTS", "export-run": "MANAGE_EXPORTS" },
  handlers: (services) => ({ ...mappingHandlers, ...sampleHandlers, ...exportHandlers(services) }),
  jobs: (services) => ({ ...exportJobs(services) }),
  schedule: { ...exportSchedule },
});
