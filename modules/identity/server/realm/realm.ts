import { AppError } from "#platform/server/http/app-error.ts";
import type { FindTenant, TenantRow } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { issuerOf, realmPath } from "./origins.ts";
import { clubLooks, tenantDirectory } from "#modules/tenants/server/public.ts";
import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";

/** One tenant as the identity provider sees it. */
export interface Realm {
  tenant: TenantRow;
  /** `iss` of its tokens. */
  issuer: string;
  /** Path of its routes, without slash at the end: `/realms/demo`. */
  path: string;
}

/** Finds the realms of active tenants; nothing is built for a name that is none. */
export class Realms {
  readonly #services: Services;
  readonly #known = new WeakMap<TenantRow, Realm>();
  readonly #findTenant: FindTenant;
  readonly #lookOf: (tenantId: string) => Promise<ClubLook>;

  constructor(services: Services) {
    this.#services = services;
    this.#findTenant = tenantDirectory(services.database, services.live);
    this.#lookOf = clubLooks(services);
  }

  /** Undefined for unknown and suspended tenants alike; throws UNAVAILABLE in a maintenance. */
  async find(name: string): Promise<Realm | undefined> {
    const tenant = await this.#findTenant(name);
    if (tenant === undefined) return undefined;
    const known = this.#known.get(tenant);
    if (known !== undefined) return known;
    const realm = {
      tenant,
      issuer: issuerOf(this.#services.environment, name),
      path: realmPath(name),
    };
    this.#known.set(tenant, realm);
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
