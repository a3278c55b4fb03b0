import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { IdentityAdmin, InvitationRequest } from "#modules/identity/server/public.ts";
import { keepAnAdministrator } from "./administrators.ts";
import { type Holder, outranks, refuseOutranked } from "./permissions.ts";
import { selectRights } from "./rights-queries.ts";
import { selectLoginStates } from "../erasure/trash-queries.ts";

/** All of these members exist, none holds more rights than the actor. */
export async function requireRightsOver(
  tx: ReadTx,
  ids: readonly string[],
  actor: Holder,
): Promise<void> {
  if (actor.isAdmin) return;
  const rights = await selectRights(tx, ids);
  if (rights.some((target) => outranks(target, actor))) throw refuseOutranked();
}

async function livingMembers(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const states = await selectLoginStates(tx, ids);
  if (states.size !== new Set(ids).size) throw notFound();
  return states;
}

export async function inviteMember(
  tx: WriteTx,
  identity: IdentityAdmin,
  invitation: InvitationRequest,
  actor: Holder,
): Promise<void> {
  const { memberId } = invitation;
  await livingMembers(tx, [memberId]);
  await requireRightsOver(tx, [memberId], actor);
  await identity.inviteLogin(tx, invitation);
}

/**
 * Switches logins off; members without one are left alone. Returns how many it switched.
 */
export async function disableLogins(
  tx: WriteTx,
  identity: IdentityAdmin,
  ids: readonly string[],
  actor: Holder,
): Promise<number> {
  const states = await livingMembers(tx, ids);
  await requireRightsOver(tx, ids, actor);
  const open = [...states]
    .filter(([, state]) => state === "ACTIVE" || state === "INVITED")
    .map(([id]) => id);
  return keepAnAdministrator(tx, open, async () => {
    await identity.disableLogins(tx, open);
    return open.length;
  });
}

export async function enableLogin(
  tx: WriteTx,
  identity: IdentityAdmin,
  id: string,
  actor: Holder,
): Promise<void> {
  await requireLogin(tx, id);
  await requireRightsOver(tx, [id], actor);
  await identity.enableLogin(tx, id);
}

export async function resetPassword(
  tx: WriteTx,
  identity: IdentityAdmin,
  id: string,
  actor: Holder,
): Promise<void> {
  await requireLogin(tx, id);
  await requireRightsOver(tx, [id], actor);
  await identity.sendPasswordReset(tx, id);
}

async function requireLogin(tx: ReadTx, id: string): Promise<void> {
  const states = await livingMembers(tx, [id]);
  if ((states.get(id) ?? null) === null)
    throw new AppError("UNPROCESSABLE", {
      code: "NO_LOGIN",
      detail: "Dieses Mitglied hat keinen Zugang.",
    });
}
