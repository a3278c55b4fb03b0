import type { Database } from "#platform/server/database/database.ts";
import type { LoginFacts } from "../identity-admin.ts";
import { selectLoginFacts } from "../logins/login-facts-queries.ts";
import type { Keycloak } from "./keycloak.ts";
import { findUserId } from "./keycloak-user-queries.ts";
import type { KeycloakCredential } from "./keycloak-users.ts";

/** Returns what our tables know of a login, and of its credentials what the Keycloak tells. */
export async function keycloakFacts(
  keycloak: Keycloak,
  database: Database,
  tenantId: string,
  memberId: string,
): Promise<LoginFacts | undefined> {
  const { facts, userId } = await database.read(tenantId, async (tx) => ({
    facts: await selectLoginFacts(tx, memberId),
    userId: await findUserId(tx, memberId),
  }));
  if (facts === undefined || userId === undefined) return facts;
  const users = await keycloak.usersOf(tenantId);
  return { ...facts, ...factsOf(await users.listCredentials(userId)) };
}

/** When one was last used a Keycloak does not tell. */
function factsOf(
  credentials: readonly KeycloakCredential[],
): Pick<LoginFacts, "passwordChangedAt" | "passkeys" | "codeApps"> {
  const ofKind = (kind: RegExp) =>
    credentials
      .filter(({ type }) => kind.test(type))
      .map(({ userLabel, createdDate }) => ({
        name: userLabel ?? "ohne Namen",
        since: new Date(createdDate),
        lastUsedAt: null,
      }));
  return {
    passwordChangedAt: ofKind(/^password$/)[0]?.since ?? null,
    passkeys: ofKind(/^webauthn/).map(({ since, ...rest }) => ({ ...rest, createdAt: since })),
    codeApps: ofKind(/^otp$/).map(({ since, ...rest }) => ({ ...rest, confirmedAt: since })),
  };
}
