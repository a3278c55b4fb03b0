import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What the provider's inner parts need to know of the browser's request; the library does not pass
 * it down to them.
 */
export interface RequestFacts {
  /** Host the browser asked, with port. */
  host: string;
  userAgent: string | null;
}

const storage = new AsyncLocalStorage<RequestFacts>();

export function withRequestFacts<T>(facts: RequestFacts, work: () => T): T {
  return storage.run(facts, work);
}

export function requestFacts(): RequestFacts | undefined {
  return storage.getStore();
}
