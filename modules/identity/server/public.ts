import type { Services } from "#platform/server/services.ts";
import { keycloakAccessTokens } from "./keycloak/keycloak-access-tokens.ts";
import { keycloakHealth } from "./keycloak/keycloak-health.ts";
import { Keycloak } from "./keycloak/keycloak.ts";
import type { RealmRemoval } from "./keycloak/keycloak-realms.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import { embeddedAccessTokens } from "./tokens/embedded-access-tokens.ts";

export type {
  IdentityAdmin,
  InvitationRequest,
  LoginFacts,
  SessionOfLogin,
} from "./identity-admin.ts";
export { findLoginSummaries, listLogins, type LoginSummary } from "./logins/login-list-queries.ts";
export { selectReservedAddresses } from "./logins/address-queries.ts";
export { ADDRESS_IS_USERNAME, addressesTaken, peopleChanged } from "./logins/people-changed.ts";
export { identityAdmin } from "./installed-admin.ts";
export { requestInvitations } from "./logins/invite-many.ts";
export { passwordProblem } from "./logins/passwords.ts";
export { identityUnavailable } from "./keycloak/identity-unavailable.ts";
export { homeOf } from "./realm/origins.ts";

/** Checks bearer tokens; one per process, because it remembers keys and sessions for seconds. */
export function accessTokens(services: Services): AccessTokens {
  const { auth } = services.environment;
  return auth === undefined ? embeddedAccessTokens(services) : keycloakAccessTokens(services, auth);
}

/**
 * Returns who tells whether logins can be had at the moment; undefined where this server holds them
 * itself.
 */
export function identityHealth({
  environment,
}: Pick<Services, "environment">): (() => Promise<boolean>) | undefined {
  return environment.auth === undefined ? undefined : keycloakHealth(environment.auth);
}

/**
 * Deletes the realm that a Keycloak has for a club of this name, where this installation made it.
 * Never while a transaction is open.
 */
export async function removeRealm(services: Services, name: string): Promise<RealmRemoval> {
  if (services.environment.auth === undefined) return "NONE";
  return new Keycloak(services).removeRealm(name);
}
