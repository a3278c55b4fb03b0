import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { IdentityService } from "#platform/server/identity-service.ts";
import type { Services } from "#platform/server/services.ts";
import { findLogin } from "../logins/login-queries.ts";
import { type AccessTokens, LIVENESS_MS, type TokenHolder } from "../tokens/access-tokens.ts";
import {
  type Claims,
  isExpired,
  TokenFault,
  tokenRefused,
  verifiedClaims,
} from "../tokens/token-claims.ts";
import { isEndedSession } from "./ended-session-queries.ts";
import { identityUnavailable } from "./identity-unavailable.ts";
import { keycloakHealth } from "./keycloak-health.ts";
import { findLoginOfUser } from "./keycloak-user-queries.ts";
import { ALGORITHMS, realmKeys } from "./realm-keys.ts";

/** Whom a user stands for while nothing speaks against it; tokens from before `since` don't count. */
interface Standing {
  holder: Omit<TokenHolder, "sessionId"> | null;
  since: number;
}

/**
 * Checks tokens of a Keycloak. Who was switched off or thrown out in our tables is refused at once,
 * whether the Keycloak knows of it yet or not; so is a log-in that the Keycloak has said is over.
 */
export function keycloakAccessTokens(
  services: Services,
  service: Pick<IdentityService, "issuerOf" | "url">,
): AccessTokens {
  const standings = new TenantCache<Standing>(services.live, { ttlMs: LIVENESS_MS });
  const keysOf = realmKeys(service);
  const answers = keycloakHealth(service);

  const claimsOf = async (
    tenant: Pick<TenantRow, "id" | "name">,
    token: string,
  ): Promise<Claims> => {
    try {
      return await verifiedClaims(token, keysOf(tenant), {
        issuer: service.issuerOf(tenant.name),
        algorithms: ALGORITHMS,
      });
    } catch (error) {
      // It could not be renewed: that is the Keycloak's fault and no end of the session.
      if (isExpired(error) && !(await answers())) throw identityUnavailable(error);
      throw error;
    }
  };

  return {
    async verify(tenant, token) {
      const { sub, sid, iat } = await claimsOf(tenant, token);
      const { holder, since } = await standings.get(tenant.id, `${sub} ${sid}`, () =>
        services.database.read(tenant.id, (tx) => standingOf(tx, sub, sid)),
      );
      if (holder === null || iat * 1000 < since)
        throw tokenRefused(new TokenFault("session or login is over"));
      return { ...holder, sessionId: sid };
    },
  };
}

async function standingOf(tx: ReadTx, userId: string, sessionId: string): Promise<Standing> {
  const user = await findLoginOfUser(tx, userId);
  const login = user && (await findLogin(tx, user.loginId));
  const since = user?.sessionsEndedAt?.getTime() ?? 0;
  // "Invited" is no obstacle: whether the invitation was accepted is the Keycloak's knowledge.
  const isOut = login === undefined || login.state === "DISABLED" || !login.memberActive;
  // A session that has to end could still have new tokens made.
  if (isOut || user?.isEnding !== false) return { holder: null, since };
  if (await isEndedSession(tx, sessionId)) return { holder: null, since };
  const { id, memberId, username } = login;
  return { holder: { subject: id, memberId, username }, since };
}
