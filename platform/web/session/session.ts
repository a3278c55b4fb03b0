import { createAtom } from "@tanstack/react-store";
import Keycloak, { type KeycloakError } from "keycloak-js";
import { provideAccessToken } from "../api/access-token.ts";
import { isEndlessLogin, loginSucceeded } from "./login-attempts.ts";
import { tenant } from "./tenant.ts";

/** Specification, section 9. */
const CHECK_EVERY = 6000;
const MIN_VALIDITY = 70;
/** Before a call: a machine that slept has an old token, and the loop has not yet run. */
const MIN_VALIDITY_OF_CALL = 5;
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

let keycloak: Keycloak | undefined;

/** Everything but the paths that start with /public needs a login. */
export function isPublicPath(path = window.location.pathname): boolean {
  return path.startsWith("/public");
}

/** Makes the single sign-on check; then logs in where a login is needed. */
export async function startSession(): Promise<void> {
  const client = new Keycloak({ url: "", realm: tenant(), clientId: "frontend" });
  keycloak = client;
  client.onAuthLogout = sessionLost;
  client.onAuthError = loginFailed;
  client.onAuthRefreshError = () => console.warn("The access token could not be refreshed.");
  client.onTokenExpired = () => {
    for (const listener of [...expiryListeners]) listener();
  };
  provideAccessToken(freshToken);
  try {
    await withinLimit(
      client.init({
        onLoad: "check-sso",
        silentCheckSsoRedirectUri: `${window.location.origin}/silent-check-sso.html`,
        // A public page must not leave for the provider when frames are of no use; it lives without
        // a session.
        silentCheckSsoFallback: !isPublicPath(),
        pkceMethod: "S256",
        checkLoginIframe: true,
        checkLoginIframeInterval: 5,
        messageReceiveTimeout: 10_000,
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
    loginSucceeded();
    session.set({ kind: "loggedIn" });
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
  await keycloak?.logout({ redirectUri: `${window.location.origin}/` });
}

/** The client id of the login session, for calls that name it. */
export function loginClientId(): string {
  return keycloak?.clientId ?? "frontend";
}

async function freshToken(): Promise<string | undefined> {
  if (keycloak?.token && keycloak.isTokenExpired(MIN_VALIDITY_OF_CALL))
    await refresh(MIN_VALIDITY_OF_CALL);
  return keycloak?.token;
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
