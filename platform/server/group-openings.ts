import type { ReadTx } from "./database/database.ts";
import type { Principal } from "./http/principal.ts";

/** Whoever puts people into groups, as far as it decides what they may open themselves. */
export type Opener = Pick<Principal, "userId" | "groupIds" | "isAdmin" | "permissions">;

/**
 * Returns by group what belonging to it opens (through groups above it as well) and the actor may
 * not open: German names in the accusative, „den Kalender „Vorstand““. Groups that open nothing
 * beyond the actor's own rights are left out.
 */
export type GroupOpenings = (
  tx: ReadTx,
  actor: Opener,
  groupIds: readonly string[],
) => Promise<Map<string, string[]>>;
