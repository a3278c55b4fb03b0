import type { WriteTx } from "#platform/server/database/database.ts";
import { invalidValues } from "#platform/server/http/app-error.ts";
import { selectKnownLogins } from "../keycloak/keycloak-user-queries.ts";
import { requestSync } from "../keycloak/sync-jobs.ts";
import { revokeActionTokens } from "./action-token-queries.ts";
import {
  lockLoginAddresses,
  renameLogin,
  selectForeignName,
  selectLeftNames,
} from "./address-queries.ts";
import { selectLoginIds } from "./login-queries.ts";
import { freeUsername } from "./usernames.ts";

export const ADDRESS_IS_USERNAME =
  "Mit dieser Adresse meldet sich jemand anderes an: Sie ist ein Benutzername.";

/**
 * What follows for logins when people were changed; comes after their rows were written, in the
 * same transaction. `told`: those whose name or address differs, of which a Keycloak hears.
 * `moved`: those with another address than before, letters' case aside. Links that were mailed to
 * their former address end.
 */
export async function peopleChanged(
  tx: WriteTx,
  { told, moved }: { told: readonly string[]; moved: readonly string[] },
): Promise<void> {
  if (moved.length > 0) {
    const logins = await selectLoginIds(tx, moved);
    if (logins.length > 0) await revokeActionTokens(tx, logins);
    await addressesTaken(tx, moved);
    if (logins.length > 0) await takeNamesAlong(tx, moved);
  }
  if (told.length > 0) await requestSync(tx, await selectKnownLogins(tx, told));
}

/**
 * Refuses addresses of these people with which somebody else logs in: that one would get their
 * log-ins and links. Comes after their rows were written.
 */
export async function addressesTaken(tx: WriteTx, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  await lockLoginAddresses(tx, "address");
  const found = await selectForeignName(tx, memberIds);
  if (found === undefined) return;
  throw invalidValues(
    [{ path: "email", code: "ADDRESS_IS_USERNAME", message: ADDRESS_IS_USERNAME }],
    `Die neue Adresse von ${found.firstName} ${found.lastName} ist der Benutzername eines anderen Zugangs.`,
  );
}

/** Whoever leaves a family's address by which they logged in leaves it to the others. */
async function takeNamesAlong(tx: WriteTx, memberIds: readonly string[]): Promise<void> {
  for (const { id, memberId } of await selectLeftNames(tx, memberIds))
    await renameLogin(tx, id, await freeUsername(tx, memberId));
}
