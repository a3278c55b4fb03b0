import { createRemoteJWKSet, errors as joseErrors, type JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import type { IdentityService } from "#platform/server/identity-service.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { KEY_REREAD_MS } from "../tokens/access-tokens.ts";
import { identityUnavailable } from "./identity-unavailable.ts";

/** All asymmetric ones that a realm can be told to sign with. */
export const ALGORITHMS = "ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA".split(" ");

/**
 * Returns who tells a realm's keys: fetched and kept by jose, a changed one without restart. A
 * Keycloak that can't be reached says nothing about a token: that is no refusal.
 */
export function realmKeys({
  url,
}: Pick<IdentityService, "url">): (tenant: Pick<TenantRow, "id" | "name">) => JWTVerifyGetKey {
  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: 2_000 });
  return ({ id, name }) => {
    const known = keySets.get(id) ?? remoteKeys(`${url}/realms/${name}`);
    keySets.set(id, known);
    return known;
  };
}

function remoteKeys(realm: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(`${realm}/protocol/openid-connect/certs`), {
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
      throw identityUnavailable(error);
    }
  };
}
