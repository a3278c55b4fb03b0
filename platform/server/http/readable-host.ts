import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { AppError } from "./app-error.ts";

/** Names, also those that only a container's network knows, and bare addresses, with a port. */
const HOST = /^(?:[a-z0-9_][a-z0-9_.-]{0,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses with 400 what names no server in `Host` or, behind a trusted proxy, `X-Forwarded-Host`:
 * addresses of pages are made from it. A request of HTTP/1.0 may name none.
 */
export function refuseUnreadableHost(request: Pick<FastifyRequest, "headers" | "host">): void {
  const { host } = request.headers;
  if (host !== undefined) requireReadable(host);
  if (request.host !== host) requireReadable(request.host);
}

/** Names that were readable: mostly one of few is asked for. */
const readable = new LRUCache<string, true>({ max: 1_000 });

function requireReadable(host: string): void {
  if (host === "" || readable.has(host)) return;
  if (!(HOST.test(host) && URL.canParse(`http://${host}`)))
    throw new AppError("BAD_REQUEST", {
      detail: "Der Name des Servers in der Anfrage ist nicht lesbar.",
    });
  readable.set(host, true);
}
