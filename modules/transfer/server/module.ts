import { serverModule } from "#platform/server/services.ts";
import { transferContract } from "../whole-contract.ts";
import { mappingHandlers } from "./mapping/mapping-handlers.ts";

export const transferModule = serverModule({
  name: "transfer",
  contract: transferContract,
  liveKinds: { "mapping-config": ["MANAGE_IMPORTS", "MANAGE_EXPORTS"] },
  handlers: () => ({ ...mappingHandlers }),
});
