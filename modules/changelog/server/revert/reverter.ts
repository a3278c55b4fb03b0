import type { IdentityAdmin } from "#modules/identity/server/public.ts";
import type { GroupActor } from "#modules/members/server/public.ts";

/** Who takes back, and what it takes: all rules of changing apply to taking back as well. */
export interface Reverter {
  actor: GroupActor;
  identity: IdentityAdmin;
}
