import type { Database } from "#platform/server/database/database.ts";
import type { SessionOfLogin } from "../identity-admin.ts";
import type { Keycloak } from "./keycloak.ts";
import { findUserId } from "./keycloak-user-queries.ts";

/** Returns the sessions that the Keycloak has for a member; it does not know their devices. */
export async function listUserSessions(
  keycloak: Keycloak,
  database: Database,
  tenantId: string,
  memberId: string,
): Promise<SessionOfLogin[]> {
  const userId = await database.read(tenantId, (tx) => findUserId(tx, memberId));
  if (userId === undefined) return [];
  const users = await keycloak.usersOf(tenantId);
  return (await users.listSessions(userId)).map(({ id, start, lastAccess }) => ({
    id,
    device: "Anmeldung",
    startedAt: new Date(start),
    lastSeenAt: new Date(lastAccess),
  }));
}

/**
 * Ends one session at once: its owner waits for the answer, and nothing of ours changes with it.
 * Returns false when the member has no such session.
 */
export async function endUserSession(
  keycloak: Keycloak,
  database: Database,
  { tenantId, memberId, sessionId }: { tenantId: string; memberId: string; sessionId: string },
): Promise<boolean> {
  const known = await listUserSessions(keycloak, database, tenantId, memberId);
  if (!known.some(({ id }) => id === sessionId)) return false;
  await (await keycloak.usersOf(tenantId)).endSession(sessionId);
  return true;
}
