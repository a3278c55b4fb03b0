import type { Environment } from "#platform/server/environment.ts";

type Settings = Pick<Environment, "publicUrl" | "hasPublicUrl" | "defaultTenant" | "port">;

const MAX_LENGTH = 2048;
/** Paths a browser is never sent back to: the provider itself and the API. */
const FORBIDDEN_PATH = /^\/(realms|[^/]+\/api|public\/[^/]+\/(tenant|logo|ics))(\/|$)/i;
/** Control characters, and those one does not see. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused here
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
/** `..` as a part of the path, also in the forms that other servers take for one. */
const CLIMBING = /\/\.\.(;[^/]*)?(\/|$)/;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)+localhost)$/;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

export function realmPath(tenantName: string): string {
  return `/realms/${tenantName}`;
}

/** Fixed per tenant and built from configuration, whatever name the browser used. */
export function issuerOf(environment: Settings, tenantName: string): string {
  return `${environment.publicUrl(tenantName)}${realmPath(tenantName)}`;
}

/**
 * The address people are sent to from mails. A local installation serves further tenants by names
 * of three parts.
 */
export function homeOf(environment: Settings, tenantName: string): string {
  if (environment.hasPublicUrl || tenantName === environment.defaultTenant)
    return environment.publicUrl(tenantName);
  return `http://${tenantName}.vereinsheim.localhost:${environment.port}`;
}

/**
 * True when `value` is an address of this tenant's own pages: the only thing a browser is ever sent
 * back to. `servedAt` is the host the browser asked (counts only in a local installation without
 * PUBLIC_URL).
 */
export function isOwnAddress(
  environment: Settings,
  tenantName: string,
  value: unknown,
  servedAt?: string,
): boolean {
  const url = parseAddress(value);
  return (
    url !== undefined &&
    isOwnOrigin(environment, tenantName, url, servedAt) &&
    !FORBIDDEN_PATH.test(decodedPath(url))
  );
}

/**
 * Like `isOwnAddress`, but https may stand for http: callers of the password call always name their
 * host with https.
 */
export function isOwnHost(environment: Settings, tenantName: string, value: unknown): boolean {
  const url = parseAddress(value);
  if (url === undefined || FORBIDDEN_PATH.test(decodedPath(url))) return false;
  if (isOwnOrigin(environment, tenantName, url)) return true;
  if (url.protocol !== "https:") return false;
  return isOwnOrigin(environment, tenantName, new URL(url.href.replace(/^https:/, "http:")));
}

/** Checks the text before it is parsed, because parsers mend what an attacker broke on purpose. */
function parseAddress(value: unknown): URL | undefined {
  if (typeof value !== "string" || value.length === 0 || value.length > MAX_LENGTH)
    return undefined;
  if (INVISIBLE.test(value) || value.includes(" ") || value.includes("#") || value.includes("\\"))
    return undefined;
  // The query may hold anything encoded, such as a search text; origin and path are looked at
  // without their encoding.
  const place = decoded(value.replace(/\?.*$/, ""));
  if (INVISIBLE.test(place) || /[#\\]/.test(place) || CLIMBING.test(place)) return undefined;
  if (!/^https?:\/\/[^/?#@\\]+(\/|$)/i.test(place)) return undefined;
  const url = URL.parse(value);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "")
    return undefined;
  // An address that the parser had to change in its host was not written plainly.
  const host = /^https?:\/\/([^/?]+)/i.exec(value)?.[1]?.toLowerCase();
  return host === url.host || host === `${url.hostname}:${url.protocol === "https:" ? 443 : 80}`
    ? url
    : undefined;
}

function isOwnOrigin(
  environment: Settings,
  tenantName: string,
  url: URL,
  servedAt?: string,
): boolean {
  const home = new URL(environment.publicUrl(tenantName));
  if (
    url.origin === home.origin &&
    (environment.hasPublicUrl || tenantName === environment.defaultTenant)
  )
    return true;
  if (environment.hasPublicUrl) return false;
  if (
    url.protocol !== "http:" ||
    tenantOfHost(url.hostname, environment.defaultTenant) !== tenantName
  )
    return false;
  if (servedAt !== undefined && url.host === servedAt.toLowerCase()) return true;
  return LOOPBACK.test(url.hostname) && url.port === home.port;
}

/**
 * The specification's rule: first part of the host name; two or fewer parts and bare addresses mean
 * the default tenant.
 */
export function tenantOfHost(hostname: string, defaultTenant: string): string {
  if (ADDRESS.test(hostname)) return defaultTenant;
  const parts = hostname.toLowerCase().replace(/\.$/, "").split(".");
  return parts.length <= 2 ? defaultTenant : (parts[0] ?? defaultTenant);
}

function decodedPath(url: URL): string {
  return decoded(url.pathname);
}

/**
 * Decodes until nothing changes, so that what is hidden twice shows. A lone percent sign ends it.
 */
function decoded(text: string): string {
  let current = text;
  for (let round = 0; round < 8; round++) {
    let next: string;
    try {
      next = decodeURIComponent(current);
    } catch {
      return current;
    }
    if (next === current) return current;
    current = next;
  }
  return current;
}
