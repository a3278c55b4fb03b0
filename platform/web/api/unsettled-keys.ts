import type { RouteDefinition } from "#platform/contract/route.ts";
import { addressOf, type Request } from "./request.ts";

/** As long as the server remembers, with an hour to spare. */
const KEPT_FOR = 23 * 3_600_000;

/**
 * Keys of writes whose answer was lost, by what was sent: the same call again takes the same key
 * and has one effect.
 */
const kept = new Map<string, { key: string; since: number }>();

/** Returns the key for a call: its own, that of the same call whose answer was lost, or a new one. */
export function keyFor(route: RouteDefinition, request: Request): string {
  const own = new Headers(request.headers).get("idempotency-key");
  if (own !== null) return own;
  const known = kept.get(nameOf(route, request));
  return known !== undefined && Date.now() - known.since < KEPT_FOR
    ? known.key
    : crypto.randomUUID();
}

/** From now on the same call takes this key. Bytes are not compared: their callers give keys. */
export function keepKey(route: RouteDefinition, request: Request, key: string): void {
  kept.set(nameOf(route, request), { key, since: Date.now() });
}

/** The call has been answered: the next one is a call of its own. */
export function releaseKey(route: RouteDefinition, request: Request): void {
  kept.delete(nameOf(route, request));
}

export function isKept(route: RouteDefinition, request: Request, key: string): boolean {
  return kept.get(nameOf(route, request))?.key === key;
}

/** For tests: nothing is waiting for its answer. */
export function releaseAllKeys(): void {
  kept.clear();
}

function nameOf(route: RouteDefinition, { params, query, body, headers }: Request): string {
  const own = new Headers(headers).get("idempotency-key");
  const content = own ?? (body instanceof Blob ? blobName(body) : JSON.stringify(body ?? null));
  return `${route.method} ${addressOf(route, params, query)}\n${content}`;
}

const blobNames = new WeakMap<Blob, string>();

function blobName(blob: Blob): string {
  const name = blobNames.get(blob) ?? crypto.randomUUID();
  blobNames.set(blob, name);
  return name;
}
