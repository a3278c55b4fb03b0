import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { API_AUDIENCE, CLIENT_ID } from "../tokens/access-tokens.ts";
import { backchannelPath } from "./backchannel-logout.ts";
import type { KeycloakClient } from "./keycloak-client.ts";

const texts = z.record(z.string(), z.string());

const mapper = z.looseObject({ id: z.string(), name: z.string(), config: texts.optional() });
const foundClient = z.looseObject({
  id: z.string(),
  clientId: z.string(),
  attributes: texts.optional(),
  protocolMappers: z.array(mapper).optional(),
});
type FoundClient = z.infer<typeof foundClient>;

/** Puts our audience into access tokens; without it every token is refused. */
const AUDIENCE = {
  name: "api-audience",
  protocol: "openid-connect",
  protocolMapper: "oidc-audience-mapper",
  config: {
    "included.custom.audience": API_AUDIENCE,
    "access.token.claim": "true",
    "id.token.claim": "false",
  },
};

/**
 * Makes the client that the pages log in with, or brings the one that is there to what it shall be:
 * the club's address may have become another since. What an operator has set beside it stays.
 */
export async function bringBrowserClient(
  client: KeycloakClient,
  realm: string,
  home: string,
): Promise<void> {
  const path = `/${realm}/clients`;
  const known = await find(client, path);
  if (known === undefined) {
    const made = {
      ...settings(home),
      attributes: attributes(realm, home),
      protocolMappers: [AUDIENCE],
    };
    await client.call("POST", path, made, [409]);
    return;
  }
  const wanted = {
    ...known,
    ...settings(home),
    attributes: { ...known.attributes, ...attributes(realm, home) },
  };
  // Mappers have calls of their own: not every version takes them with the client.
  const { protocolMappers: mappers = [], ...change } = wanted;
  if (!isDeepStrictEqual(wanted, known)) await client.call("PUT", `${path}/${known.id}`, change);
  await bringAudience(client, `${path}/${known.id}/protocol-mappers/models`, mappers);
}

async function bringAudience(
  client: KeycloakClient,
  path: string,
  mappers: NonNullable<FoundClient["protocolMappers"]>,
): Promise<void> {
  const known = mappers.find(({ name }) => name === AUDIENCE.name);
  if (known === undefined) {
    await client.call("POST", path, AUDIENCE, [409]);
    return;
  }
  const wanted = { ...known, ...AUDIENCE, config: { ...known.config, ...AUDIENCE.config } };
  if (!isDeepStrictEqual(wanted, known)) await client.call("PUT", `${path}/${known.id}`, wanted);
}

async function find(client: KeycloakClient, path: string): Promise<FoundClient | undefined> {
  const answer = await client.call("GET", `${path}?clientId=${CLIENT_ID}`);
  const found = z.array(foundClient).parse(await answer.json());
  return found.find(({ clientId }) => clientId === CLIENT_ID);
}

function settings(home: string) {
  return {
    clientId: CLIENT_ID,
    publicClient: true,
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    redirectUris: [`${home}/*`],
    webOrigins: [home],
  };
}

function attributes(realm: string, home: string) {
  return {
    // Our own check of tokens hears of a logout at once.
    "backchannel.logout.url": `${home}${backchannelPath(realm)}`,
    "backchannel.logout.session.required": "true",
    "pkce.code.challenge.method": "S256",
    "post.logout.redirect.uris": `${home}/*`,
  };
}
