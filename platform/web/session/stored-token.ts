/**
 * The access token over a reload of the same tab, so that the page need not wait for the provider
 * first. It is good for minutes; the refresh token is never kept. ADR 0060.
 */
const KEY = "access-token";
/** Less left than this is not worth beginning with. */
const LEAST_LEFT_MS = 30_000;

interface StoredToken {
  token: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Keeps the token, or nothing any more. */
export function storeToken(
  stored: StoredToken | null,
  storage: Pick<Storage, "setItem" | "removeItem"> = window.sessionStorage,
): void {
  if (stored === null) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(stored));
}

/** Returns a token that is good for a while yet. */
export function storedToken(
  now = Date.now(),
  storage: Pick<Storage, "getItem"> = window.sessionStorage,
): string | undefined {
  const stored = parsed(storage.getItem(KEY) ?? "null");
  return stored !== null && stored.expires - now > LEAST_LEFT_MS ? stored.token : undefined;
}

/** Null for nothing, and for what somebody else put there. */
function parsed(text: string): StoredToken | null {
  try {
    const value = JSON.parse(text) as Partial<StoredToken> | null;
    if (typeof value?.token !== "string" || typeof value.expires !== "number") return null;
    return { token: value.token, expires: value.expires };
  } catch {
    return null;
  }
}
