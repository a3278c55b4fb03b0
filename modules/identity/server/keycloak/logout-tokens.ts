import { type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { IdentityService } from "#platform/server/identity-service.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { CLIENT_ID } from "../tokens/access-tokens.ts";
import { isTokensFault, TOLERANCE_SECONDS } from "../tokens/token-claims.ts";
import { ALGORITHMS, realmKeys } from "./realm-keys.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** It is sent at once: one that is older was kept by somebody. */
const MOST_AGE = "5 minutes";

/** OpenID Connect Back-Channel Logout 1.0, section 2.4: never a nonce, so that it is no ID token. */
const claims = z.object({
  sub: z.uuid().optional(),
  sid: z.string().min(8).max(128).optional(),
  events: z.object({ [EVENT]: z.object({}) }),
  nonce: z.undefined().optional(),
});

/** Which log-in is over; without `sessionId` all of the user's. */
export interface EndedLogin {
  userId: string | undefined;
  sessionId: string | undefined;
}

/**
 * Returns who reads the logout tokens of a club's realm: what they say, or undefined for what is
 * none. Throws UNAVAILABLE when the realm's keys can't be had.
 */
export function logoutTokens(
  service: Pick<IdentityService, "issuerOf" | "url">,
): (tenant: Pick<TenantRow, "id" | "name">, token: string) => Promise<EndedLogin | undefined> {
  const keysOf = realmKeys(service);
  return async (tenant, token) => {
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keysOf(tenant), {
        issuer: service.issuerOf(tenant.name),
        algorithms: ALGORITHMS,
        audience: CLIENT_ID,
        requiredClaims: ["iat", "jti"],
        maxTokenAge: MOST_AGE,
        clockTolerance: TOLERANCE_SECONDS,
      }));
    } catch (error) {
      if (isTokensFault(error)) return undefined;
      throw error;
    }
    const { success, data } = claims.safeParse(payload);
    if (!success || (data.sub ?? data.sid) === undefined) return undefined;
    return { userId: data.sub, sessionId: data.sid };
  };
}
