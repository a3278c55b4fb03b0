import type { IdentityAdmin } from "#modules/identity/server/public.ts";
import type { Holder } from "#modules/members/server/public.ts";

/** Who takes back, and what it takes: all rules of changing apply to taking back as well. */
export interface Reverter {
  actor: Holder;
  identity: IdentityAdmin;
}
