// Keycloak's protocol of the login status frame: the page posts "clientId sid",
// the frame answers "unchanged", "changed" or "error".
const initAddress = new URL(
  "login-status-iframe.html/init",
  document.baseURI.replace(/\/[^/]*$/, "/"),
);
let allowed;

function isAllowed(clientId, origin) {
  allowed ??= new Map();
  const key = `${clientId} ${origin}`;
  if (!allowed.has(key)) {
    initAddress.search = new URLSearchParams({ client_id: clientId, origin }).toString();
    const asked = fetch(initAddress).then((answer) => answer.status === 204);
    asked.catch(() => allowed.delete(key));
    allowed.set(key, asked);
  }
  return allowed.get(key);
}

function loginState() {
  const entry = document.cookie.split("; ").find((part) => part.startsWith("login_state="));
  return entry?.slice("login_state=".length) || undefined;
}

async function hashOf(text) {
  const bytes = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function check(clientId, sid, origin) {
  if (!(await isAllowed(clientId, origin))) return "error";
  const state = loginState();
  if (sid === "") return state === undefined ? "unchanged" : "changed";
  return state === (await hashOf(sid)) ? "unchanged" : "changed";
}

window.addEventListener("message", async ({ data, origin, source }) => {
  if (typeof data !== "string" || source === null) return;
  const separator = data.indexOf(" ");
  if (separator < 1) return;
  let answer = "error";
  try {
    answer = await check(data.slice(0, separator), data.slice(separator + 1), origin);
  } catch {
    // A failed check is an error to the page; it decides itself what follows.
  }
  source.postMessage(answer, origin);
});
