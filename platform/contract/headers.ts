/**
 * What the connection is made of, from hop to hop, and what the calling program says of itself: set
 * by hand it makes another request than the one that was meant.
 */
const SET_BY_SERVER = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);

/** Returns whether a request's header is the server's own to set, whatever its letters' case. */
export function isSetByServer(name: string): boolean {
  const lower = name.toLowerCase();
  return SET_BY_SERVER.has(lower) || /^(?:proxy-|x-forwarded-)/.test(lower);
}
