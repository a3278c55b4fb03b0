import { z } from "zod";
import type { Services } from "#platform/server/services.ts";
import { homeOf } from "../realm/origins.ts";
import { bringBrowserClient } from "./browser-client.ts";
import type { KeycloakClient } from "./keycloak-client.ts";
import { realmMail, type RealmMail } from "./realm-mail.ts";

interface Club {
  /** DNS label of the tenant, and name of its realm. */
  name: string;
  clubName: string;
}

/** Says in a realm which installation made it: nobody else may delete it. */
const MAKER = "vereinsheim.installation";
const realmAnswer = z.looseObject({ attributes: z.record(z.string(), z.string()).optional() });

/** What became of a realm: a foreign one is left alone, `NONE` is there. */
export type RealmRemoval = "REMOVED" | "FOREIGN" | "NONE";

/**
 * Makes each tenant's realm, its client and what else it needs, and brings what is there to what it
 * shall be now, at first use in this process.
 */
export class KeycloakRealms {
  readonly #client: KeycloakClient;
  readonly #environment: Services["environment"];
  readonly #maker: string;
  readonly #ready = new Map<string, Promise<void>>();

  constructor(
    client: KeycloakClient,
    { environment, secrets }: Pick<Services, "environment" | "secrets">,
  ) {
    this.#client = client;
    this.#environment = environment;
    this.#maker = secrets.derive("maker of keycloak realms").toString("hex").slice(0, 32);
  }

  /** Returns the realm's path below `/admin/realms` once everything in it is there. */
  async pathOf(club: Club): Promise<string> {
    const { name } = club;
    let ready = this.#ready.get(name);
    if (ready === undefined) {
      ready = provision(this.#client, club, {
        home: homeOf(this.#environment, name),
        maker: this.#maker,
        mail: realmMail(this.#environment),
      });
      this.#ready.set(name, ready);
      ready.catch(() => this.#ready.delete(name));
    }
    await ready;
    return `/${name}`;
  }

  /** Deletes the realm with its users when this installation made it. */
  async remove(name: string): Promise<RealmRemoval> {
    const known = await this.#client.call("GET", `/${name}`, undefined, [404]);
    if (known.status === 404) return "NONE";
    const { attributes = {} } = realmAnswer.parse(await known.json());
    if (attributes[MAKER] !== this.#maker) return "FOREIGN";
    this.#ready.delete(name);
    await this.#client.call("DELETE", `/${name}`, undefined, [404]);
    return "REMOVED";
  }
}

interface Wanted {
  /** Where the club's pages are. */
  home: string;
  maker: string;
  /** Absent: the realm keeps what it has. */
  mail: RealmMail | undefined;
}

async function provision(
  client: KeycloakClient,
  { name, clubName }: Club,
  { home, maker, mail }: Wanted,
): Promise<void> {
  const known = await client.call("GET", `/${name}`, undefined, [404]);
  const smtpServer = mail === undefined ? {} : { smtpServer: mail };
  if (known.status === 404)
    await client.call("POST", "", { ...realm(name, clubName, maker), ...smtpServer }, [409]);
  else if (mail !== undefined) {
    const { attributes = {} } = realmAnswer.parse(await known.json());
    // The password is not told, so that it cannot be compared.
    if (attributes[MAKER] === maker) await client.call("PUT", `/${name}`, smtpServer);
  }
  await bringBrowserClient(client, name, home);
  await keepOurAttributes(client, name);
}

function realm(name: string, clubName: string, maker: string) {
  return {
    realm: name,
    attributes: { [MAKER]: maker },
    enabled: true,
    displayName: clubName,
    internationalizationEnabled: true,
    supportedLocales: ["de"],
    defaultLocale: "de",
    bruteForceProtected: true,
    resetPasswordAllowed: true,
    accessTokenLifespan: 300,
    ssoSessionIdleTimeout: 1800,
    ssoSessionMaxLifespan: 36_000,
    passwordPolicy: "length(10) and notUsername and notEmail",
  };
}

const userProfile = z.looseObject({ unmanagedAttributePolicy: z.string().optional() });

/**
 * Since version 24 a Keycloak drops attributes that the realm's user profile does not name. Ours
 * tell whose user one is: administrators may write them, their owners may not. Older versions know
 * no profile.
 */
async function keepOurAttributes(client: KeycloakClient, name: string): Promise<void> {
  const answer = await client.call("GET", `/${name}/users/profile`, undefined, [404]);
  if (answer.status === 404) return;
  const profile = userProfile.parse(await answer.json());
  if (profile.unmanagedAttributePolicy === "ADMIN_EDIT") return;
  await client.call("PUT", `/${name}/users/profile`, {
    ...profile,
    unmanagedAttributePolicy: "ADMIN_EDIT",
  });
}
