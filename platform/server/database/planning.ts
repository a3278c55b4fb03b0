import { AsyncLocalStorage } from "node:async_hooks";

const once = new AsyncLocalStorage<true>();

/**
 * Runs work whose statements are planned each time, for what they are about. Jobs go through all of
 * a club, often just after it has grown: a plan that a connection keeps from before takes minutes
 * there, and to make one takes milliseconds.
 */
export function plannedForOnce<T>(work: () => T): T {
  return once.run(true, work);
}

export function isPlannedForOnce(): boolean {
  return once.getStore() === true;
}
