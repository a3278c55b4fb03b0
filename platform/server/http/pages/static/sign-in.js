// Begins the login as keycloak-js 26.2.4 would, without waiting for the application: what it keeps
// for the way back stands where that library looks for it (its createLoginUrl and LocalStorage).
void (async function () {
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const HOUR = 3_600_000;

  // From here on the application itself is served; it takes over what comes back.
  const security = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `signed_in=1; path=/; max-age=600; samesite=lax${security}`;
  if (!/(^|; )signed_in=1/.test(document.cookie)) {
    document.getElementById("cookies").hidden = false;
    return;
  }
  try {
    const answer = new URLSearchParams(location.hash.slice(1));
    if (answer.has("state") && (answer.has("code") || answer.has("error"))) throw new Error("back");
    const issuer = document.documentElement.dataset.issuer;
    const redirectUri = location.href.replace(/#.*$/, "");
    const state = crypto.randomUUID();
    const nonce = crypto.randomUUID();
    const pkceCodeVerifier = Array.from(
      crypto.getRandomValues(new Uint8Array(96)),
      (byte) => LETTERS[byte % LETTERS.length],
    ).join("");
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pkceCodeVerifier));
    const challenge = btoa(String.fromCharCode(...new Uint8Array(hash)))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=/g, "");
    localStorage.setItem(
      `kc-callback-${state}`,
      JSON.stringify({
        state,
        nonce,
        redirectUri,
        loginOptions: { redirectUri },
        pkceCodeVerifier,
        expires: Date.now() + HOUR,
      }),
    );
    const question = new URLSearchParams({
      client_id: "frontend",
      redirect_uri: redirectUri,
      state,
      response_mode: "fragment",
      response_type: "code",
      scope: "openid",
      nonce,
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    location.replace(`${issuer}/protocol/openid-connect/auth?${question}`);
  } catch {
    // Back from the login, or the browser lacks something: the application knows what to do.
    location.reload();
  }
})();
