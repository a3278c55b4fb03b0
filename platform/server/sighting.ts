import type { ReadTx } from "./database/database.ts";
import type { Principal } from "./http/principal.ts";

/**
 * Returns whether a module shows the member to the reader, apart from lists of members and groups:
 * who has written to them, whom they invite.
 */
export type Sighting = (tx: ReadTx, reader: Principal, memberId: string) => Promise<boolean>;
