import type { Configuration, JWKS } from "oidc-provider";
import type { Services } from "#platform/server/services.ts";
import { findLogin } from "../logins/login-queries.ts";
import { homeOf, isOwnAddress } from "../realm/origins.ts";
import type { Realm } from "../realm/realm.ts";
import { API_AUDIENCE, CLIENT_ID } from "../tokens/access-tokens.ts";
import type { SigningKey } from "../tokens/signing-keys.ts";
import { accountOf, type LoadLogin, oncePerRequest } from "./accounts.ts";
import { recordAdapter } from "./adapter.ts";
import { existingGrant } from "./grants.ts";
import { ACCESS_TOKEN_SECONDS, SCOPES, TTL } from "./lifetimes.ts";
import { loginPolicy } from "./login-policy.ts";
import { logoutFeature, type ProviderPages, renderError } from "./provider-pages.ts";
import { requestFacts } from "./request-facts.ts";

/** What everything of one tenant's provider is made from. */
export interface ProviderParts {
  services: Services;
  realm: Realm;
  keys: SigningKey[];
  pages: ProviderPages;
}

/** Settings of one tenant's provider. */
export function providerConfiguration(parts: ProviderParts): Configuration {
  const { services, realm, keys, pages } = parts;
  const { tenant, path } = realm;
  const loadLogin = oncePerRequest((id) =>
    services.database.read(tenant.id, (tx) => findLogin(tx, id)),
  );
  return {
    adapter: recordAdapter(services, realm),
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) } as JWKS,
    ...clients(parts),
    ...claimsAndScopes,
    cookies: cookies(parts),
    ttl: TTL,
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => true,
    ...addresses(realm),
    formats: { customizers: { jwt: keycloakClaims(loadLogin) } },
    features: {
      devInteractions: { enabled: false },
      // Our own route does it: the library's refuses tokens with an audience.
      userinfo: { enabled: false },
      rpInitiatedLogout: logoutFeature(realm, pages),
      resourceIndicators: apiTokens,
    },
    interactions: {
      policy: loginPolicy(),
      url: (_ctx, interaction) => `${path}/login-actions/authenticate/${interaction.uid}`,
    },
    findAccount: accountOf(loadLogin),
    loadExistingGrant: existingGrant,
    renderError: renderError(realm, pages),
  };
}

/** One client, the application's pages. */
function clients({ services: { environment }, realm: { tenant } }: ProviderParts) {
  const home = `${homeOf(environment, tenant.name)}/`;
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        application_type: "web",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [home],
        post_logout_redirect_uris: [home],
        id_token_signed_response_alg: "ES256",
      },
    ],
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: (_ctx, origin) =>
      isOwnAddress(environment, tenant.name, `${origin}/`, requestFacts()?.host),
    responseTypes: ["code"],
    pkce: { required: () => true },
    // keycloak-js sends what Keycloak knows; unknown parameters would be refused.
    extraParams: ["kc_action", "kc_idp_hint", "kc_locale"],
  } satisfies Configuration;
}

const claimsAndScopes = {
  claims: {
    openid: ["sub"],
    profile: ["name", "given_name", "family_name", "preferred_username"],
    email: ["email"],
  },
  conformIdTokenClaims: false,
  scopes: SCOPES.split(" "),
} satisfies Configuration;

/** Carries the session of who is signed in here. */
export const SESSION_COOKIE = "login_session";

function cookies({ services: { secrets }, realm: { path } }: ProviderParts) {
  const cookie = { signed: true, httpOnly: true, sameSite: "lax" } as const;
  return {
    // Shared by all processes, because each may answer the next step of a login.
    keys: [secrets.derive("oidc-cookies").toString("base64url")],
    long: { ...cookie, path: `${path}/` },
    // The library gives each begun login a path of its own, so that several tabs may have one each.
    short: cookie,
    names: { session: SESSION_COOKIE, interaction: "login_interaction", resume: "login_resume" },
  } satisfies Configuration["cookies"];
}

/** Keycloak's addresses. */
function addresses({ issuer }: Realm) {
  const protocol = "/protocol/openid-connect";
  return {
    discovery: {
      userinfo_endpoint: `${issuer}${protocol}/userinfo`,
      check_session_iframe: `${issuer}${protocol}/login-status-iframe.html`,
    },
    routes: {
      authorization: `${protocol}/auth`,
      token: `${protocol}/token`,
      end_session: `${protocol}/logout`,
      jwks: `${protocol}/certs`,
    },
  } satisfies Configuration;
}

type TokenCustomizer = NonNullable<
  NonNullable<NonNullable<Configuration["formats"]>["customizers"]>["jwt"]
>;

/**
 * What keycloak-js reads from the access token: without the sid its next frame check would log out.
 */
function keycloakClaims(loadLogin: LoadLogin): TokenCustomizer {
  return async (_ctx, token, { payload }) => {
    if (!("accountId" in token)) return;
    const login = await loadLogin(token.accountId);
    payload.typ = "Bearer";
    payload.azp = token.clientId;
    payload.sid = token.sessionUid;
    payload.preferred_username = login?.username;
  };
}

/** Access tokens are signed and meant for the API. */
const apiTokens = {
  enabled: true,
  defaultResource: () => API_AUDIENCE,
  useGrantedResource: () => true,
  getResourceServerInfo: () => ({
    scope: SCOPES,
    audience: API_AUDIENCE,
    accessTokenFormat: "jwt" as const,
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    jwt: { sign: { alg: "ES256" as const } },
  }),
};
