import type { Services } from "#platform/server/services.ts";
import { clubLook } from "#modules/tenants/server/public.ts";
import { KeycloakClient } from "./keycloak-client.ts";
import { KeycloakRealms, type RealmRemoval } from "./keycloak-realms.ts";
import { KeycloakUsers } from "./keycloak-users.ts";

/** The Keycloak of AUTH_URL. Never to be asked while a transaction is open: it may hang. */
export class Keycloak {
  readonly #client: KeycloakClient;
  readonly #realms: KeycloakRealms;
  readonly #database: Services["database"];

  constructor({
    environment,
    database,
    secrets,
  }: Pick<Services, "environment" | "database" | "secrets">) {
    if (environment.auth === undefined) throw new Error("AUTH_URL is not set");
    this.#client = new KeycloakClient(environment.auth);
    this.#realms = new KeycloakRealms(this.#client, { environment, secrets });
    this.#database = database;
  }

  /** Returns the users of the tenant's realm, which is made when it is not there. */
  async usersOf(tenantId: string): Promise<KeycloakUsers> {
    const club = await this.#database.read(tenantId, clubLook);
    return new KeycloakUsers(this.#client, await this.#realms.placeOf(club));
  }

  removeRealm(name: string): Promise<RealmRemoval> {
    return this.#realms.remove(name);
  }
}
