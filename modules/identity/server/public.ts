import type { Services } from "#platform/server/services.ts";
import {
  type AccessTokens,
  embeddedAccessTokens,
  keycloakAccessTokens,
} from "./tokens/access-tokens.ts";
import { embeddedAdmin } from "./provider/embedded-admin.ts";
import type { IdentityAdmin } from "./identity-admin.ts";
import { keycloakAdmin } from "./keycloak/keycloak-admin.ts";

export type { AccessTokens, TokenHolder } from "./tokens/access-tokens.ts";
export type { IdentityAdmin, LoginFacts, NewLogin } from "./identity-admin.ts";
export { homeOf } from "./realm/origins.ts";

/** Logins of members, kept by the embedded provider or by the Keycloak of AUTH_URL. */
export function identityAdmin(services: Services): IdentityAdmin {
  return services.environment.auth === undefined
    ? embeddedAdmin(services)
    : keycloakAdmin(services);
}

/** Checks bearer tokens; one per process, because it remembers keys and sessions for seconds. */
export function accessTokens(services: Services): AccessTokens {
  const { auth } = services.environment;
  return auth === undefined
    ? embeddedAccessTokens(services)
    : keycloakAccessTokens(services, auth.url);
}
