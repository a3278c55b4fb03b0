import type { FastifyRequest } from "fastify";

/** What proxies add to a request that they pass on. */
const FORWARDED = [
  "forwarded",
  "via",
  "x-real-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-server",
  "cf-connecting-ip",
];

/**
 * Returns whether a program of this machine asks by itself: the connection comes from it, and
 * nothing says that it carries another's request. A proxy that adds no header can't be told.
 */
export function isLocalCaller({ raw }: Pick<FastifyRequest, "raw">): boolean {
  const address = raw.socket.remoteAddress ?? "";
  return (
    /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address) &&
    FORWARDED.every((name) => raw.headers[name] === undefined)
  );
}
