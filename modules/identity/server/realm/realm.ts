import { AppError } from "#platform/server/http/app-error.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { LRUCache } from "lru-cache";
import { issuerOf, realmPath } from "./origins.ts";
import { clubLooks } from "#modules/tenants/server/public.ts";
import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";
import { findActiveTenant } from "./realm-queries.ts";

/** One tenant as the identity provider sees it. */
export interface Realm {
  tenant: TenantRow;
  /** `iss` of its tokens. */
  issuer: string;
  /** Path of its routes, without slash at the end: `/realms/demo`. */
  path: string;
}

const TENANT_NAME = /^[a-z0-9](-?[a-z0-9]){1,62}$/;

/** Finds the realms of active tenants; nothing is built for a name that is none. */
export class Realms {
  readonly #services: Services;
  readonly #known = new LRUCache<string, Realm>({ max: 2_000, ttl: 5_000 });
  readonly #lookOf: (tenantId: string) => Promise<ClubLook>;

  constructor(services: Services) {
    this.#services = services;
    this.#lookOf = clubLooks(services);
  }

  /** Undefined for unknown and suspended tenants alike. */
  async find(name: string): Promise<Realm | undefined> {
    if (!TENANT_NAME.test(name)) return undefined;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const tenant = await findActiveTenant(this.#services.database, name);
    if (tenant === undefined) return undefined;
    const realm = {
      tenant,
      issuer: issuerOf(this.#services.environment, name),
      path: realmPath(name),
    };
    this.#known.set(name, realm);
    return realm;
  }

  async get(name: string): Promise<Realm> {
    const realm = await this.find(name);
    if (realm === undefined) throw new AppError("NOT_FOUND");
    return realm;
  }

  look({ tenant }: Realm): Promise<ClubLook> {
    return this.#lookOf(tenant.id);
  }
}
