/**
 * Milliseconds after which the first page has what it needs, where the browser does not say so
 * itself (Safari).
 */
const SETTLED_MS = 1_500;

/** Brings the parts that most pages share as soon as the browser has nothing better to do. */
export function fetchCommonParts(): void {
  const fetchParts = () => void import("./common-parts.ts").catch(() => undefined);
  if ("requestIdleCallback" in window) window.requestIdleCallback(fetchParts, { timeout: 5_000 });
  else setTimeout(fetchParts, SETTLED_MS);
}
