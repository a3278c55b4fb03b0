import type { Database } from "#platform/server/database/database.ts";
import type { InvitationRequest } from "../identity-admin.ts";
import { usernameTaken } from "../logins/insert-login.ts";
import { findLoginOfMember, memberContact } from "../logins/login-queries.ts";
import { freeUsername } from "../logins/usernames.ts";
import type { Keycloak } from "./keycloak.ts";

const TAKEN = "Dieser Benutzername oder diese E-Mail-Adresse ist schon vergeben.";

/** Throws USERNAME_TAKEN when the Keycloak has a user of this name or address. */
export async function requireFreeUsername(
  keycloak: Keycloak,
  tenantId: string,
  username: string,
): Promise<void> {
  const users = await keycloak.usersOf(tenantId);
  const email = username.includes("@") ? username : null;
  if ((await users.findNamesakes(username, email)).length > 0) throw usernameTaken(TAKEN);
}

/**
 * Returns the request with a user name; throws USERNAME_TAKEN when the name or the address belongs
 * to another person's user in the Keycloak.
 */
export async function prepareInvitation(
  keycloak: Keycloak,
  database: Database,
  tenantId: string,
  request: InvitationRequest,
): Promise<InvitationRequest> {
  const { memberId } = request;
  const invited = await database.read(tenantId, async (tx) => {
    const contact = await memberContact(tx, memberId);
    if (contact === undefined) return undefined;
    const username =
      (await findLoginOfMember(tx, memberId))?.username ??
      request.username ??
      (await freeUsername(tx, memberId));
    return { username, email: contact.email };
  });
  // That there is no such member the caller's transaction says, after it has looked at the rights.
  if (invited === undefined) return request;
  const users = await keycloak.usersOf(tenantId);
  const namesakes = await users.findNamesakes(invited.username, invited.email);
  if (namesakes.some(({ attributes }) => !attributes?.["memberId"]?.includes(memberId)))
    throw usernameTaken(TAKEN);
  return { memberId, username: invited.username };
}
