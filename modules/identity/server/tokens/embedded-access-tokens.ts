import { hash, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { findLogin, mayLogIn } from "../logins/login-queries.ts";
import { sessionExists } from "../provider/session-queries.ts";
import { issuerOf } from "../realm/origins.ts";
import {
  type AccessTokens,
  KEY_REREAD_MS,
  LIVENESS_MS,
  type TokenHolder,
} from "./access-tokens.ts";
import { signingKeys } from "./signing-keys.ts";
import {
  type Claims,
  TokenFault,
  tokenRefused,
  TOLERANCE_SECONDS,
  verifiedClaims,
} from "./token-claims.ts";

type Tenant = Pick<TenantRow, "id" | "name">;

interface KnownKeys {
  byId: Map<string, KeyObject>;
  readAt: number;
}

/** Checks tokens of the embedded provider. */
export function embeddedAccessTokens(services: Services): AccessTokens {
  const checks = new EmbeddedTokenChecks(services);
  return { verify: (tenant, token) => checks.verify(tenant, token) };
}

class EmbeddedTokenChecks {
  readonly #services: Services;
  readonly #keys = new LRUCache<string, KnownKeys>({ max: 2_000 });
  /**
   * A signature that was good stays good: it is checked once, under the token's hash. Expiry is
   * looked at each time.
   */
  readonly #proven = new LRUCache<string, Claims>({ max: 10_000 });
  readonly #holders: TenantCache<{ holder: TokenHolder | null }>;

  constructor(services: Services) {
    this.#services = services;
    this.#holders = new TenantCache(services.live, { ttlMs: LIVENESS_MS });
    services.live.subscribe(
      ({ tenantId, kind }) => {
        if (kind === "signing-key") this.#forget(tenantId);
      },
      () => this.#forget(),
    );
  }

  #forget(tenantId?: string): void {
    if (tenantId === undefined) this.#keys.clear();
    else this.#keys.delete(tenantId);
    this.#proven.clear();
  }

  async verify(tenant: Tenant, token: string): Promise<TokenHolder> {
    const claims = await this.#claimsOf(tenant, token);
    const { holder } = await this.#holders.get(tenant.id, `${claims.sub} ${claims.sid}`, () =>
      this.#load(tenant.id, claims),
    );
    if (holder === null) throw tokenRefused(new TokenFault("session or login is over"));
    return holder;
  }

  async #claimsOf(tenant: Tenant, token: string): Promise<Claims> {
    const name = `${tenant.id} ${hash("sha256", token)}`;
    const known = this.#proven.get(name);
    if (known !== undefined) {
      if (known.exp + TOLERANCE_SECONDS > Date.now() / 1000) return known;
      this.#proven.delete(name);
    }
    const key = ({ kid }: { kid?: string | undefined }) => this.#keyOf(tenant.id, kid ?? "");
    const claims = await verifiedClaims(token, key, {
      issuer: issuerOf(this.#services.environment, tenant.name),
      algorithms: ["ES256"],
    });
    this.#proven.set(name, claims);
    return claims;
  }

  async #keyOf(tenantId: string, id: string): Promise<KeyObject> {
    let known = this.#keys.get(tenantId);
    const isOutdated =
      known === undefined || (!known.byId.has(id) && Date.now() - known.readAt > KEY_REREAD_MS);
    if (isOutdated) {
      const read = await signingKeys(this.#services, tenantId);
      known = { byId: new Map(read.map((key) => [key.id, key.publicKey])), readAt: Date.now() };
      this.#keys.set(tenantId, known);
    }
    const key = known?.byId.get(id);
    if (key === undefined) throw tokenRefused(new TokenFault("unknown key"));
    return key;
  }

  #load(tenantId: string, { sub, sid }: Claims): Promise<{ holder: TokenHolder | null }> {
    return this.#services.database.read(tenantId, async (tx) => {
      const [login, isAlive] = [await findLogin(tx, sub), await sessionExists(tx, sub, sid)];
      if (login === undefined || !isAlive || !mayLogIn(login)) return { holder: null };
      const { memberId, username } = login;
      return { holder: { subject: sub, sessionId: sid, memberId, username } };
    });
  }
}
