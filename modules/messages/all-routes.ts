import { messagesContract } from "./contract.ts";
import { messageMailsContract } from "./mail-contract.ts";

/** All routes of the module. The server's manifest and the general tests share this object. */
export const allMessagesRoutes = { ...messagesContract, ...messageMailsContract } as const;
