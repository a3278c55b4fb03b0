import { z } from "zod";
import type { Environment } from "#platform/server/environment.ts";
import { homeOf } from "../realm/origins.ts";
import { API_AUDIENCE, CLIENT_ID } from "../tokens/access-tokens.ts";
import type { KeycloakClient } from "./keycloak-client.ts";

interface Club {
  /** DNS label of the tenant, and name of its realm. */
  name: string;
  clubName: string;
}

/** Makes each tenant's realm, its client and what else it needs, at first use in this process. */
export class KeycloakRealms {
  readonly #client: KeycloakClient;
  readonly #environment: Environment;
  readonly #ready = new Map<string, Promise<void>>();

  constructor(client: KeycloakClient, environment: Environment) {
    this.#client = client;
    this.#environment = environment;
  }

  /** Returns the realm's path below `/admin/realms` once everything in it is there. */
  async pathOf(club: Club): Promise<string> {
    const { name } = club;
    let ready = this.#ready.get(name);
    if (ready === undefined) {
      ready = provision(this.#client, club, homeOf(this.#environment, name));
      this.#ready.set(name, ready);
      ready.catch(() => this.#ready.delete(name));
    }
    await ready;
    return `/${name}`;
  }
}

async function provision(
  client: KeycloakClient,
  { name, clubName }: Club,
  home: string,
): Promise<void> {
  const known = await client.call("GET", `/${name}`, undefined, [404]);
  if (known.status === 404) await client.call("POST", "", realm(name, clubName), [409]);
  await client.call("POST", `/${name}/clients`, browserClient(home), [409]);
  await keepOurAttributes(client, name);
}

function realm(name: string, clubName: string) {
  return {
    realm: name,
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

function browserClient(home: string) {
  return {
    clientId: CLIENT_ID,
    publicClient: true,
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    redirectUris: [`${home}/*`],
    webOrigins: [home],
    attributes: {
      "pkce.code.challenge.method": "S256",
      "post.logout.redirect.uris": `${home}/*`,
    },
    protocolMappers: [
      {
        name: "api-audience",
        protocol: "openid-connect",
        protocolMapper: "oidc-audience-mapper",
        config: {
          "included.custom.audience": API_AUDIENCE,
          "access.token.claim": "true",
          "id.token.claim": "false",
        },
      },
    ],
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
