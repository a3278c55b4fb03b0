import type { ReadTx } from "#platform/server/database/database.ts";
import { selectUsersOfLogins } from "./keycloak-user-queries.ts";
import type { KeycloakUser } from "./keycloak-users.ts";

/** Whose user is looked for. */
export interface SoughtUser {
  memberId: string;
  username: string;
  /** Null or empty for none. */
  email: string | null;
  /** Who runs the installation gives the password: the name alone is proof enough for them. */
  isByOperator: boolean;
}

/**
 * Whether a user of this name is the same person's, so that a login goes on with it: made for the
 * member before, of the same name and proven address, or meant by the operator. Anybody else's
 * would get the member's rights.
 */
export function isSameUser(user: KeycloakUser, sought: SoughtUser): boolean {
  if (user.attributes?.["memberId"]?.includes(sought.memberId) === true) return true;
  if (user.username.toLowerCase() !== sought.username.toLowerCase()) return false;
  if (sought.isByOperator) return true;
  const email = sought.email?.toLowerCase() ?? "";
  return email !== "" && user.emailVerified === true && user.email?.toLowerCase() === email;
}

/**
 * Returns the users that no login of the club has: those of logins that are gone, of an
 * installation before this one, or of the realm before it was a club's. `exceptLoginId` does not
 * count.
 */
export async function unlinked(
  tx: ReadTx,
  users: readonly KeycloakUser[],
  exceptLoginId?: string,
): Promise<KeycloakUser[]> {
  const ids = users.map(({ id }) => id);
  const linked = new Set(await selectUsersOfLogins(tx, ids, exceptLoginId));
  return users.filter(({ id }) => !linked.has(id));
}
