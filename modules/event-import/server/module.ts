import { serverModule } from "#platform/server/server-module.ts";
import { programmeContract } from "../contract.ts";
import { programmeHandlers } from "./programme-handlers.ts";

export const eventImportModule = serverModule({
  name: "event-import",
  contract: programmeContract,
  handlers: programmeHandlers,
});
