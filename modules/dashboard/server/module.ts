import { serverModule } from "#platform/server/server-module.ts";
import { dashboardContract } from "../contract.ts";
import { overviewHandlers } from "./overview-handlers.ts";

export const dashboardModule = serverModule({
  name: "dashboard",
  about: "Die Übersicht in einer Antwort",
  contract: dashboardContract,
  handlers: overviewHandlers,
});
