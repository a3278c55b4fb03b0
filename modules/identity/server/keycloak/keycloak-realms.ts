import { z } from "zod";
import type { Services } from "#platform/server/services.ts";
import { homeOf } from "../realm/origins.ts";
import { bringBrowserClient } from "./browser-client.ts";
import type { KeycloakClient } from "./keycloak-client.ts";
import { bringUserProfile } from "./user-profile.ts";
import { realmMail, type RealmMail } from "./realm-mail.ts";

interface Club {
  /** DNS label of the tenant, and name of its realm. */
  name: string;
  clubName: string;
}

/** Says in a realm which installation made it: nobody else may delete it. */
const MAKER = "vereinsheim.installation";
const realmAnswer = z.looseObject({
  attributes: z.record(z.string(), z.string()).optional(),
  duplicateEmailsAllowed: z.boolean().optional(),
  loginWithEmailAllowed: z.boolean().optional(),
});

/**
 * Families share an address. A Keycloak that lets them does not take addresses for names at the
 * login, since it could not tell whose is meant; names that are addresses it takes.
 */
const SHARED_ADDRESSES = { duplicateEmailsAllowed: true, loginWithEmailAllowed: false };

/** Where a club's realm is, and what of its settings matters to its users. */
export interface RealmPlace {
  /** Below `/admin/realms`. */
  path: string;
  /** Several users may have one address. */
  sharesAddresses: boolean;
}

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
  readonly #ready = new Map<string, Promise<RealmPlace>>();

  constructor(
    client: KeycloakClient,
    { environment, secrets }: Pick<Services, "environment" | "secrets">,
  ) {
    this.#client = client;
    this.#environment = environment;
    this.#maker = secrets.derive("maker of keycloak realms").toString("hex").slice(0, 32);
  }

  /** Returns the realm's place once everything in it is there. */
  async placeOf(club: Club): Promise<RealmPlace> {
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
    return ready;
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
  club: Club,
  { home, maker, mail }: Wanted,
): Promise<RealmPlace> {
  const path = `/${club.name}`;
  const { isOurs, sharesAddresses } = await bringRealm(client, club, maker, mail);
  await bringBrowserClient(client, club.name, home);
  await bringUserProfile(client, club.name, isOurs);
  return { path, sharesAddresses };
}

/** Makes the realm, or brings one that this installation made to what it shall be. */
async function bringRealm(
  client: KeycloakClient,
  { name, clubName }: Club,
  maker: string,
  mail: RealmMail | undefined,
): Promise<{ isOurs: boolean; sharesAddresses: boolean }> {
  const known = await client.call("GET", `/${name}`, undefined, [404]);
  const smtpServer = mail === undefined ? {} : { smtpServer: mail };
  if (known.status === 404) {
    await client.call("POST", "", { ...realm(name, clubName, maker), ...smtpServer }, [409]);
    return { isOurs: true, sharesAddresses: true };
  }
  const found = realmAnswer.parse(await known.json());
  const sharesAddresses = found.duplicateEmailsAllowed === true;
  if (found.attributes?.[MAKER] !== maker) return { isOurs: false, sharesAddresses };
  // The mail server's password is not told, so that it cannot be compared.
  if (mail !== undefined || !sharesAddresses || found.loginWithEmailAllowed !== false)
    await client.call("PUT", `/${name}`, { ...SHARED_ADDRESSES, ...smtpServer });
  return { isOurs: true, sharesAddresses: true };
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
    ...SHARED_ADDRESSES,
    bruteForceProtected: true,
    resetPasswordAllowed: true,
    accessTokenLifespan: 300,
    ssoSessionIdleTimeout: 1800,
    ssoSessionMaxLifespan: 36_000,
    passwordPolicy: "length(10) and notUsername and notEmail",
  };
}
