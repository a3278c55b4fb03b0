import { createRemoteJWKSet, errors as joseErrors, type JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import type { ReadTx } from "#platform/server/database/database.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { findLogin } from "../logins/login-queries.ts";
import {
  type AccessTokens,
  KEY_REREAD_MS,
  LIVENESS_MS,
  type TokenHolder,
} from "../tokens/access-tokens.ts";
import { TokenFault, tokenRefused, verifiedClaims } from "../tokens/token-claims.ts";
import { findLoginOfUser } from "./keycloak-user-queries.ts";

/** All asymmetric ones that a realm can be told to sign with. */
const ALGORITHMS = "ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA".split(" ");

/** Whom a user stands for while nothing speaks against it; tokens from before `since` don't count. */
interface Standing {
  holder: Omit<TokenHolder, "sessionId"> | null;
  since: number;
}

/**
 * Checks tokens of a Keycloak: its keys are fetched and kept by jose, a changed one without
 * restart. Who was switched off or thrown out in our tables is refused at once, whether the
 * Keycloak knows of it yet or not.
 */
export function keycloakAccessTokens(services: Services, keycloakUrl: string): AccessTokens {
  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: 2_000 });
  const standings = new TenantCache<Standing>(services.live, { ttlMs: LIVENESS_MS });

  const keysOf = (tenant: Pick<TenantRow, "id">, issuer: string): JWTVerifyGetKey => {
    const known = keySets.get(tenant.id) ?? remoteKeys(issuer);
    keySets.set(tenant.id, known);
    return known;
  };

  return {
    async verify(tenant, token) {
      const issuer = `${keycloakUrl}/realms/${tenant.name}`;
      const { sub, sid, iat } = await verifiedClaims(token, keysOf(tenant, issuer), {
        issuer,
        algorithms: ALGORITHMS,
      });
      const { holder, since } = await standings.get(tenant.id, sub, () =>
        services.database.read(tenant.id, (tx) => standingOf(tx, sub)),
      );
      if (holder === null || iat * 1000 < since)
        throw tokenRefused(new TokenFault("session or login is over"));
      return { ...holder, sessionId: sid };
    },
  };
}

async function standingOf(tx: ReadTx, userId: string): Promise<Standing> {
  const user = await findLoginOfUser(tx, userId);
  const login = user && (await findLogin(tx, user.loginId));
  const since = user?.sessionsEndedAt?.getTime() ?? 0;
  // "Invited" is no obstacle: whether the invitation was accepted is the Keycloak's knowledge.
  const isOut = login === undefined || login.state === "DISABLED" || !login.memberActive;
  // A session that has to end could still have new tokens made.
  if (isOut || user?.isEnding !== false) return { holder: null, since };
  const { id, memberId, username } = login;
  return { holder: { subject: id, memberId, username }, since };
}

/** A Keycloak that can't be reached says nothing about the token: that is no refusal. */
function remoteKeys(issuer: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), {
    cooldownDuration: KEY_REREAD_MS,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const isTokensFault =
        error instanceof joseErrors.JWKSNoMatchingKey ||
        error instanceof joseErrors.JWKSMultipleMatchingKeys ||
        error instanceof joseErrors.JOSENotSupported;
      if (isTokensFault) throw error;
      throw new AppError("UNAVAILABLE", {
        code: "IDENTITY_UNAVAILABLE",
        retryAfterSeconds: 10,
        cause: error,
      });
    }
  };
}
