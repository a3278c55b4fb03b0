import { createAtom } from "@tanstack/store";
import Keycloak, { type KeycloakError } from "keycloak-js";
import { provideAccessToken } from "../api/access-token.ts";
import { issuer } from "./issuer.ts";
import { isEndlessLogin, loginSucceeded } from "./login-attempts.ts";
import { noteSession } from "./signed-in.ts";
import { storedToken, storeToken } from "./stored-token.ts";
import { watchSession } from "./watch-session.ts";

/** Specification, section 9. */
const CHECK_EVERY = 6000;
const MIN_VALIDITY = 70;
/** Before a call: a machine that slept has an old token, and the loop has not yet run. */
const MIN_VALIDITY_OF_CALL = 5;
const CLIENT = "frontend";
const MESSAGE_LIMIT = 10_000;
/** keycloak-js never settles when a frame of it is blocked. */
const INIT_LIMIT = 10_000;

export type SessionState =
  | { kind: "starting" }
  | { kind: "loggedIn" }
  /** Only below /public, or while the browser is on its way to the login page. */
  | { kind: "loggedOut" }
  | { kind: "failed"; error: string; description: string };

export const session = createAtom<SessionState>({ kind: "starting" });

const expiryListeners = new Set<() => void>();

/** Calls back when the access token has expired. */
export function onTokenExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** Resolves when somebody is logged in; never where nobody is. */
export function whenLoggedIn(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => session.get().kind === "loggedIn" && resolve();
    session.subscribe(look);
    look();
  });
}

let keycloak: Keycloak | undefined;
/** The token of before a reload, until the provider has said whether the session still is. */
let earlyToken: string | undefined;

/** Everything but the paths that start with /public needs a login. */
export function isPublicPath(path = window.location.pathname): boolean {
  return path.startsWith("/public");
}

/** A page that is left breaks its requests off, which says nothing about the session. */
let isLeaving = false;

/** Makes the single sign-on check; then logs in where a login is needed. */
export async function startSession(): Promise<void> {
  // By its addresses: of a realm keycloak-js tries in frames first whether cookies of third
  // parties are allowed, which those of the own origin need not be.
  const client = new Keycloak({ clientId: CLIENT, oidcProvider: endpoints() });
  keycloak = client;
  client.onAuthLogout = sessionLost;
  client.onAuthError = loginFailed;
  client.onAuthRefreshError = () => console.warn("The access token could not be refreshed.");
  client.onAuthSuccess = keepToken;
  client.onAuthRefreshSuccess = keepToken;
  client.onTokenExpired = () => {
    for (const listener of [...expiryListeners]) listener();
  };
  window.addEventListener("pagehide", () => (isLeaving = true));
  window.addEventListener("pageshow", () => (isLeaving = false));
  provideAccessToken(freshToken);
  earlyToken = comesFromLogin() ? undefined : storedToken();
  if (earlyToken !== undefined) session.set({ kind: "loggedIn" });
  try {
    await withinLimit(
      client.init({
        onLoad: "check-sso",
        silentCheckSsoRedirectUri: `${window.location.origin}/silent-check-sso.html`,
        // A public page must not leave for the provider when frames are of no use; it lives without
        // a session.
        silentCheckSsoFallback: !isPublicPath(),
        pkceMethod: "S256",
        checkLoginIframe: false,
        messageReceiveTimeout: MESSAGE_LIMIT,
        redirectUri: hereWithoutHash(),
      }),
    );
  } catch (error) {
    if (session.get().kind === "failed") return;
    if (error instanceof InitTimeout)
      return loginFailed({ error: "timeout", error_description: "" });
    // A wrong nonce or a refused code: nothing was taken over, so start again from the login.
    console.warn("The login could not be completed.", error);
  }
  if (session.get().kind === "failed") return;
  if (client.authenticated) {
    // The pages hold what another person saw.
    if (earlyToken !== undefined && subjectOf(earlyToken) !== client.subject)
      return window.location.reload();
    earlyToken = undefined;
    loginSucceeded();
    session.set({ kind: "loggedIn" });
    watchSession(client, CLIENT, MESSAGE_LIMIT);
  } else {
    sessionLost();
  }
  window.setInterval(refreshWhenDue, CHECK_EVERY);
}

/** Sends the browser to the login page and back to where it is now. */
export async function login(): Promise<void> {
  await keycloak?.login({ redirectUri: hereWithoutHash() });
}

/** Ends the session here and at the provider. */
export async function logout(): Promise<void> {
  forgetToken();
  await keycloak?.logout({ redirectUri: `${window.location.origin}/` });
}

/** The client id of the login session, for calls that name it. */
export function loginClientId(): string {
  return keycloak?.clientId ?? CLIENT;
}

async function freshToken(): Promise<string | undefined> {
  if (keycloak?.token && keycloak.isTokenExpired(MIN_VALIDITY_OF_CALL))
    await refresh(MIN_VALIDITY_OF_CALL);
  return keycloak?.token ?? earlyToken;
}

function keepToken(): void {
  const { token, tokenParsed, timeSkew } = keycloak ?? {};
  noteSession(true);
  if (token === undefined || tokenParsed?.exp === undefined) return;
  storeToken({ token, expires: (tokenParsed.exp + (timeSkew ?? 0)) * 1_000 });
}

function forgetToken(): void {
  earlyToken = undefined;
  storeToken(null);
  noteSession(false);
}

/** Whose token it is. */
function subjectOf(token: string): unknown {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return (JSON.parse(atob(payload)) as { sub?: unknown }).sub;
}

function endpoints() {
  const base = `${issuer()}/protocol/openid-connect`;
  return {
    authorization_endpoint: `${base}/auth`,
    token_endpoint: `${base}/token`,
    end_session_endpoint: `${base}/logout`,
    userinfo_endpoint: `${base}/userinfo`,
  };
}

/** Whether the address holds the provider's answer. */
function comesFromLogin(): boolean {
  const answer = new URLSearchParams(window.location.hash.slice(1));
  return answer.has("state") && (answer.has("code") || answer.has("error"));
}

function refreshWhenDue(): void {
  if (keycloak?.token && keycloak.isTokenExpired(MIN_VALIDITY)) void refresh(MIN_VALIDITY);
}

/** A failed refresh is logged only; a 400 has cleared the token, which `sessionLost` is told of. */
async function refresh(minValidity: number): Promise<void> {
  try {
    await keycloak?.updateToken(minValidity);
  } catch (error) {
    console.warn("The access token could not be refreshed.", error);
  }
}

/** The token was cleared: refused refresh, wrong nonce, or the session ended elsewhere. */
function sessionLost(): void {
  if (isLeaving) return;
  forgetToken();
  if (isPublicPath()) return session.set({ kind: "loggedOut" });
  if (session.get().kind === "starting" && isEndlessLogin()) {
    return loginFailed({ error: "login_loop", error_description: "" });
  }
  session.set({ kind: "loggedOut" });
  login().catch((error: unknown) =>
    loginFailed({ error: "unreachable", error_description: String(error) }),
  );
}

/** keycloak-js restarts the login by itself on authentication_expired. */
function loginFailed(error?: KeycloakError): void {
  if (!error) return;
  console.warn("Login error:", error.error, error.error_description);
  session.set({ kind: "failed", error: error.error, description: error.error_description ?? "" });
}

/** A hash in the redirect address is refused by the provider. */
function hereWithoutHash(): string {
  return window.location.href.replace(/#.*$/, "");
}

class InitTimeout extends Error {}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  const limit = new Promise<never>((_, reject) => {
    window.setTimeout(() => reject(new InitTimeout("The login check did not end.")), INIT_LIMIT);
  });
  return Promise.race([work, limit]);
}
