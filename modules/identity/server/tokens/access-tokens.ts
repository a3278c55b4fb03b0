import { hash, type KeyObject } from "node:crypto";
import { createRemoteJWKSet, errors as joseErrors, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { issuerOf } from "../realm/origins.ts";
import { sessionExists } from "../provider/record-queries.ts";
import { signingKeys } from "./signing-keys.ts";
import { findLogin, mayLogIn } from "../logins/login-queries.ts";

export const API_AUDIENCE = "urn:vereinsheim:api";
export const CLIENT_ID = "frontend";

/** Whom a token stands for. */
export interface TokenHolder {
  /** Id of the login. */
  subject: string;
  /** The session (`sid`) the token belongs to. */
  sessionId: string;
  memberId: string;
  username: string;
}

export interface AccessTokens {
  /**
   * Throws UNAUTHENTICATED for everything but a good token of this tenant whose session and login
   * are alive.
   */
  verify(tenant: Pick<TenantRow, "id" | "name">, token: string): Promise<TokenHolder>;
}

const claims = z.object({
  sub: z.uuid(),
  sid: z.string().min(8).max(128),
  typ: z.literal("Bearer"),
  azp: z.literal(CLIENT_ID),
  exp: z.number(),
});

type Claims = z.infer<typeof claims>;

/** How long an unknown key id waits before the keys are read again. */
const KEY_REREAD_MS = 1_000;
const LIVENESS_MS = 10_000;
/** Clocks of two processes may differ by this much. */
const TOLERANCE_SECONDS = 2;

function refused(cause?: unknown): AppError {
  return new AppError("UNAUTHENTICATED", { cause });
}

/** Checks tokens of the embedded provider. */
export function embeddedAccessTokens(services: Services): AccessTokens {
  const keys = new LRUCache<string, { byId: Map<string, KeyObject>; readAt: number }>({
    max: 2_000,
  });
  const holders = new TenantCache<{ holder: TokenHolder | null }>(services.live, {
    ttlMs: LIVENESS_MS,
  });
  const proven = new LRUCache<string, Claims>({ max: 10_000 });
  services.live.subscribe(
    ({ tenantId, kind }) => {
      if (kind !== "signing-key") return;
      keys.delete(tenantId);
      proven.clear();
    },
    () => {
      keys.clear();
      proven.clear();
    },
  );

  async function keyOf(tenantId: string, id: string): Promise<KeyObject> {
    let known = keys.get(tenantId);
    const outdated =
      known === undefined || (!known.byId.has(id) && Date.now() - known.readAt > KEY_REREAD_MS);
    if (outdated) {
      const read = await signingKeys(services, tenantId);
      known = { byId: new Map(read.map((key) => [key.id, key.publicKey])), readAt: Date.now() };
      keys.set(tenantId, known);
    }
    const key = known?.byId.get(id);
    if (key === undefined) throw refused();
    return key;
  }

  /**
   * A signature that was good stays good: it is checked once, under the token's hash. Expiry is
   * looked at each time.
   */
  async function claimsOf(tenant: Pick<TenantRow, "id" | "name">, token: string): Promise<Claims> {
    const name = `${tenant.id} ${hash("sha256", token)}`;
    const known = proven.get(name);
    if (known !== undefined) {
      if (known.exp + TOLERANCE_SECONDS > Date.now() / 1000) return known;
      proven.delete(name);
    }
    const found = await verified(token, (header) => keyOf(tenant.id, String(header.kid ?? "")), {
      issuer: issuerOf(services.environment, tenant.name),
      algorithms: ["ES256"],
    });
    proven.set(name, found);
    return found;
  }

  return {
    async verify(tenant, token) {
      const { sub, sid } = await claimsOf(tenant, token);
      const { holder } = await holders.get(tenant.id, `${sub} ${sid}`, () =>
        services.database.read(tenant.id, async (tx) => {
          const [login, alive] = [await findLogin(tx, sub), await sessionExists(tx, sub, sid)];
          if (login === undefined || !alive || !mayLogIn(login)) return { holder: null };
          return {
            holder: {
              subject: sub,
              sessionId: sid,
              memberId: login.memberId,
              username: login.username,
            },
          };
        }),
      );
      if (holder === null) throw refused();
      return holder;
    },
  };
}

/**
 * Checks tokens of a Keycloak: its keys are fetched and kept by jose, a changed one without
 * restart.
 */
export function keycloakAccessTokens(services: Services, keycloakUrl: string): AccessTokens {
  const keySets = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({ max: 2_000 });
  const holders = new TenantCache<{ holder: TokenHolder | null }>(services.live, {
    ttlMs: LIVENESS_MS,
  });
  return {
    async verify(tenant, token) {
      const issuer = `${keycloakUrl}/realms/${tenant.name}`;
      let keySet = keySets.get(tenant.id);
      if (keySet === undefined) {
        keySet = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), {
          cooldownDuration: KEY_REREAD_MS,
        });
        keySets.set(tenant.id, keySet);
      }
      const set = keySet;
      const { sub, sid } = await verified(
        token,
        async (header) => (await set(header)) as unknown as KeyObject,
        { issuer, algorithms: ["ES256", "RS256"] },
      );
      const { holder } = await holders.get(tenant.id, `${sub} ${sid}`, () =>
        services.database.read(tenant.id, async (tx) => {
          const login = await findLogin(tx, sub);
          // "Invited" is no obstacle: whether the invitation was accepted is the Keycloak's
          // knowledge.
          if (login === undefined || login.state === "DISABLED" || !login.memberActive)
            return { holder: null };
          return {
            holder: {
              subject: sub,
              sessionId: sid,
              memberId: login.memberId,
              username: login.username,
            },
          };
        }),
      );
      if (holder === null) throw refused();
      return holder;
    },
  };
}

async function verified(
  token: string,
  key: (header: { kid?: string; alg: string }) => Promise<KeyObject>,
  { issuer, algorithms }: { issuer: string; algorithms: string[] },
): Promise<Claims> {
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, key as never, {
      issuer,
      algorithms,
      audience: API_AUDIENCE,
      requiredClaims: ["exp", "iat", "sub"],
      clockTolerance: TOLERANCE_SECONDS,
    }));
  } catch (error) {
    if (
      error instanceof joseErrors.JOSEError ||
      error instanceof TypeError ||
      error instanceof SyntaxError
    )
      throw refused(error);
    throw error;
  }
  const parsed = claims.safeParse(payload);
  if (!parsed.success) throw refused(parsed.error);
  return parsed.data;
}
