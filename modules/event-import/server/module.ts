import { serverModule } from "#platform/server/server-module.ts";
import { programmeContract } from "../contract.ts";
import { programmeHandlers } from "./programme-handlers.ts";

export const eventImportModule = serverModule({
  name: "event-import",
  about: "Programme und Spielpläne in Termine verwandeln",
  contract: programmeContract,
  handlers: programmeHandlers,
});
