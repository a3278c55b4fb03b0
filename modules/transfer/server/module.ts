import { serverModule } from "#platform/server/server-module.ts";
import { allTransferRoutes } from "../all-routes.ts";
import { exportHandlers, exportJobs } from "./export/export-module.ts";
import { exportsOfPerson } from "./export/personal-data.ts";
import { SECRET_PURPOSE } from "./export/targets/secret-purpose.ts";
import { importHandlers, importJobs, importKinds } from "./import/import-module.ts";
import { importsOfPerson, sourcesOfPerson } from "./import/personal-data.ts";
import { importSampleHandlers } from "./import/runs/run-sample.ts";
import { HEADERS_PURPOSE } from "./import/sources/headers-purpose.ts";
import { mappingHandlers } from "./mapping/mapping-handlers.ts";
import { sampleHandlers } from "./mapping/sample-handlers.ts";

export const transferModule = serverModule({
  name: "transfer",
  about: "Importe und Exporte der Mitglieder",
  tables: [
    "mapping_config",
    "mapping_number",
    "import_source",
    "import_source_member",
    "import_run",
    "import_row",
    "export_target",
    "export_run",
    "export_row",
  ],
  reads: ["club", "person", "group_member", "present_member", "change_moment"],
  contract: allTransferRoutes,
  liveKinds: {
    "mapping-config": ["MANAGE_IMPORTS", "MANAGE_EXPORTS"],
    "export-target": "MANAGE_EXPORTS",
    "export-run": "MANAGE_EXPORTS",
    ...importKinds,
  },
  personalData: [importsOfPerson, sourcesOfPerson, exportsOfPerson],
  portability: {
    sealed: [
      { table: "export_target", column: "secret", purpose: SECRET_PURPOSE },
      { table: "import_source", column: "headers", purpose: HEADERS_PURPOSE },
    ],
  },
  handlers: (services) => ({
    ...mappingHandlers,
    ...sampleHandlers,
    ...importHandlers(services),
    ...importSampleHandlers(services),
    ...exportHandlers(services),
  }),
  jobs: [...importJobs, ...exportJobs],
});
