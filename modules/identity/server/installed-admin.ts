import type { Services } from "#platform/server/services.ts";
import type { IdentityAdmin } from "./identity-admin.ts";
import { keycloakProvider } from "./keycloak/keycloak-provider.ts";
import { loginAdmin } from "./logins/login-admin.ts";
import { embeddedProvider } from "./provider/embedded-provider.ts";

/** Logins of members, kept by the embedded provider or by the Keycloak of AUTH_URL. */
export function identityAdmin(services: Services): IdentityAdmin {
  const isEmbedded = services.environment.auth === undefined;
  return loginAdmin(isEmbedded ? embeddedProvider(services) : keycloakProvider(services));
}
