import type { Database } from "#platform/server/database/database.ts";
import type { InvitationRequest } from "../identity-admin.ts";
import { usernameTaken } from "../logins/insert-login.ts";
import { findLoginOfMember, memberContact } from "../logins/login-queries.ts";
import { freeUsername } from "../logins/usernames.ts";
import type { Keycloak } from "./keycloak.ts";
import { isSameUser, type SoughtUser, unlinked } from "./same-user.ts";

const TAKEN =
  "Dieser Benutzername oder diese E-Mail-Adresse ist im Anmeldedienst schon vergeben, und ob dort dieselbe Person gemeint ist, ist nicht sicher.";

/**
 * Throws USERNAME_TAKEN when the Keycloak's user of this name or address is another person's. For
 * the operator, who gives a password: a user that no login of the club has is gone on with.
 */
export async function requireFreeUsername(
  keycloak: Keycloak,
  database: Database,
  tenantId: string,
  username: string,
): Promise<void> {
  const email = username.includes("@") ? username : null;
  const sought = { memberId: "", username, email, isByOperator: true };
  await requireNoOther(keycloak, database, tenantId, sought);
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
    const login = await findLoginOfMember(tx, memberId);
    const username = login?.username ?? request.username ?? (await freeUsername(tx, memberId));
    return { username, email: contact.email };
  });
  // That there is no such member the caller's transaction says, after it has looked at the rights.
  if (invited === undefined) return request;
  const sought = { memberId, ...invited, isByOperator: false };
  await requireNoOther(keycloak, database, tenantId, sought);
  return { memberId, username: invited.username };
}

async function requireNoOther(
  keycloak: Keycloak,
  database: Database,
  tenantId: string,
  sought: SoughtUser,
): Promise<void> {
  const users = await keycloak.usersOf(tenantId);
  const namesakes = await users.findNamesakes(sought.username, sought.email);
  if (namesakes.length === 0) return;
  const { memberId } = sought;
  const free = await database.read(tenantId, async (tx) => {
    const login = memberId === "" ? undefined : await findLoginOfMember(tx, memberId);
    return unlinked(tx, namesakes, login?.id);
  });
  if (free.length < namesakes.length || !free.every((user) => isSameUser(user, sought)))
    throw usernameTaken(TAKEN);
}
