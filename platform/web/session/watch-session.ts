import Keycloak from "keycloak-js";
import { issuer } from "./issuer.ts";
import { tenant } from "./tenant.ts";

/** After this the page has brought what the reader came for. */
const SETTLED_MS = 2_000;
/** Specification, section 9; in seconds. */
const CHECK_INTERVAL = 5;

/**
 * Watches in keycloak-js's status frame whether the session ends or changes elsewhere, and clears
 * the client's token then. Begins when the page has settled: the frames and their scripts are six
 * requests that nobody waits for.
 */
export function watchSession(client: Keycloak, clientId: string, messageLimit: number): void {
  window.setTimeout(() => {
    const { token, refreshToken, idToken } = client;
    if (token === undefined || refreshToken === undefined) return;
    const watcher = new Keycloak({
      url: issuer().replace(/\/realms\/[^/]+$/, ""),
      realm: tenant(),
      clientId,
    });
    watcher.onAuthLogout = () => client.clearToken();
    watcher
      .init({
        token,
        refreshToken,
        ...(idToken !== undefined && { idToken }),
        checkLoginIframe: true,
        checkLoginIframeInterval: CHECK_INTERVAL,
        messageReceiveTimeout: messageLimit,
      })
      .catch((error: unknown) => console.warn("The session cannot be watched.", error));
  }, SETTLED_MS);
}
