import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { IdentityServer } from "../realm/identity-server.ts";

const MAX_USER_AGENT = 400;

/**
 * What the provider's inner parts need to know of the browser's request; the library does not pass
 * it down to them.
 */
export interface RequestFacts {
  /** Host the browser asked, with port. */
  host: string;
  userAgent: string | null;
  /** Its `Cookie` header. */
  cookies: string | undefined;
  /** True where cookies go over https only. */
  secure: boolean;
  /** Knows request and club. */
  log: FastifyBaseLogger;
  /** Adds a `Set-Cookie` line to the answer. */
  setCookie(line: string): void;
}

const storage = new AsyncLocalStorage<RequestFacts>();

export function factsOf(
  identity: IdentityServer,
  request: FastifyRequest,
  setCookie: RequestFacts["setCookie"],
): RequestFacts {
  const { headers, log } = request;
  const { host, protocol } = identity.browserOrigin(request);
  return {
    host,
    userAgent: headers["user-agent"]?.slice(0, MAX_USER_AGENT) ?? null,
    cookies: headers.cookie,
    secure: protocol === "https:",
    log,
    setCookie,
  };
}

export function withRequestFacts<T>(facts: RequestFacts, work: () => T): T {
  return storage.run(facts, work);
}

export function requestFacts(): RequestFacts | undefined {
  return storage.getStore();
}
