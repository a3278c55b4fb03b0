import type { JWKS } from "oidc-provider";
import { type Configuration, interactionPolicy } from "oidc-provider";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Services } from "#platform/server/services.ts";
import { API_AUDIENCE, CLIENT_ID } from "../tokens/access-tokens.ts";
import { errorText } from "../pages/error-texts.ts";
import { PLAIN_POLICY, plainPage } from "../pages/plain-page.ts";
import { findLogin, mayLogIn } from "../logins/login-queries.ts";
import type { Realm } from "../realm/realm.ts";
import { homeOf, isOwnAddress } from "../realm/origins.ts";
import { recordAdapter } from "./adapter.ts";
import { requestFacts } from "./request-facts.ts";
import type { SigningKey } from "../tokens/signing-keys.ts";

/** Well above the 70 seconds under which the browser refreshes. */
export const ACCESS_TOKEN_SECONDS = 300;
const REFRESH_TOKEN_SECONDS = 30 * 60;
export const SESSION_SECONDS = 10 * 3600;
/** Longer than any session; extended with it, because refreshing needs the grant. */
const GRANT_SECONDS = 2 * SESSION_SECONDS;
const INTERACTION_SECONDS = 60 * 60;
const SCOPES = "openid profile email";

/** The pages the library hands over to. */
export interface ProviderPages {
  error(realm: Realm, error: string): Promise<string>;
  confirmLogout(
    realm: Realm,
    form: { action: string; xsrf: string },
    immediately: boolean,
  ): Promise<string>;
  loggedOut(realm: Realm): Promise<string>;
}

/** Settings of one tenant's provider. */
export function providerConfiguration(
  services: Services,
  realm: Realm,
  keys: SigningKey[],
  pages: ProviderPages,
): Configuration {
  const { database, environment, secrets } = services;
  const { tenant, path } = realm;
  const cookie = { signed: true, httpOnly: true, sameSite: "lax", path: `${path}/` } as const;
  const loadLogin = (id: string) => database.read(tenant.id, (tx) => findLogin(tx, id));
  const home = `${homeOf(environment, tenant.name)}/`;

  return {
    adapter: recordAdapter(database, tenant.id),
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) } as JWKS,
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
    claims: {
      openid: ["sub"],
      profile: ["name", "given_name", "family_name", "preferred_username"],
      email: ["email"],
    },
    conformIdTokenClaims: false,
    scopes: SCOPES.split(" "),
    responseTypes: ["code"],
    pkce: { required: () => true },
    // keycloak-js sends what Keycloak knows; unknown parameters would be refused.
    extraParams: ["kc_action", "kc_idp_hint", "kc_locale"],
    cookies: {
      // Shared by all processes, because each may answer the next step of a login.
      keys: [secrets.derive("oidc-cookies").toString("base64url")],
      long: cookie,
      short: cookie,
      names: { session: "login_session", interaction: "login_interaction", resume: "login_resume" },
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      Grant: GRANT_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Session: SESSION_SECONDS,
    },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => true,
    discovery: {
      userinfo_endpoint: `${realm.issuer}/protocol/openid-connect/userinfo`,
      check_session_iframe: `${realm.issuer}/protocol/openid-connect/login-status-iframe.html`,
    },
    routes: {
      authorization: "/protocol/openid-connect/auth",
      token: "/protocol/openid-connect/token",
      end_session: "/protocol/openid-connect/logout",
      jwks: "/protocol/openid-connect/certs",
    },
    formats: {
      customizers: {
        // What keycloak-js reads from the access token: without the sid its next frame check would
        // log out.
        async jwt(_ctx, token, { payload }) {
          if (!("accountId" in token)) return;
          const login = await loadLogin(token.accountId);
          payload.typ = "Bearer";
          payload.azp = token.clientId;
          payload.sid = token.sessionUid;
          payload.preferred_username = login?.username;
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      // Answered by our own route: the library's refuses tokens with an audience.
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        async logoutSource(ctx, form) {
          const { session, entities } = ctx.oidc;
          const same =
            entities.IdTokenHint !== undefined &&
            entities.IdTokenHint.payload.sub === session?.accountId;
          const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
          const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
          ctx.body = await pages.confirmLogout(realm, { action, xsrf }, same);
        },
        async postLogoutSuccessSource(ctx) {
          ctx.type = "html";
          ctx.body = await pages.loggedOut(realm);
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES,
          audience: API_AUDIENCE,
          accessTokenFormat: "jwt",
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          jwt: { sign: { alg: "ES256" } },
        }),
      },
    },
    interactions: {
      policy: loginPolicy(),
      url: (_ctx, interaction) => `${path}/login-actions/authenticate/${interaction.uid}`,
    },
    async findAccount(_ctx, id) {
      const login = await loadLogin(id);
      if (login === undefined || !mayLogIn(login)) return undefined;
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          name: `${login.firstName} ${login.lastName}`.trim(),
          given_name: login.firstName,
          family_name: login.lastName,
          preferred_username: login.username,
          ...(login.email === null ? {} : { email: login.email }),
        }),
      };
    },
    /**
     * The club's own pages need no consent: the grant is made with the session and lives as long.
     */
    async loadExistingGrant({ oidc }) {
      const { provider, session, client, account } = oidc;
      if (client === undefined || account === undefined || session === undefined) return undefined;
      const known = session.grantIdFor(client.clientId);
      let grant = known === undefined ? undefined : await provider.Grant.find(known);
      if (grant?.accountId !== account.accountId) grant = undefined;
      if (grant === undefined) {
        grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
        grant.addOIDCScope(SCOPES);
        grant.addResourceScope(API_AUDIENCE, SCOPES);
      } else if ((grant.exp ?? 0) - Date.now() / 1000 > SESSION_SECONDS) {
        return grant;
      }
      // The library keeps an expiry it finds; without one it counts anew.
      grant.exp = undefined as never;
      await grant.save();
      return grant;
    },
    async renderError(ctx, out, error) {
      ctx.type = "html";
      if (error instanceof AppError) {
        ctx.status = error.status;
        if (error.retryAfterSeconds !== undefined)
          ctx.set("retry-after", String(error.retryAfterSeconds));
      }
      ctx.body = await pages.error(realm, out.error).catch(() => {
        const { title, text } = errorText(out.error);
        ctx.set("content-security-policy", PLAIN_POLICY);
        return plainPage(title, text);
      });
    },
  };
}

/**
 * The library's login prompt, and one more reason to show it: the account behind a live session is
 * switched off.
 */
function loginPolicy() {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.get("login")?.checks.add(
    new interactionPolicy.Check(
      "account_disabled",
      "the account may not log in",
      "login_required",
      ({ oidc }) => {
        const gone = oidc.session?.accountId !== undefined && oidc.account === undefined;
        return gone
          ? interactionPolicy.Check.REQUEST_PROMPT
          : interactionPolicy.Check.NO_NEED_TO_PROMPT;
      },
    ),
  );
  return policy;
}
