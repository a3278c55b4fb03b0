import type { RouteDefinition } from "./route.ts";

/** What an Idempotency-Key may look like. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Path of the question whether the write with this key had its effect: 200 when it had, 404 when
 * it has not. The answer itself is given to who sends the request again.
 */
export const ANSWER_PATH = "/answer/{key}";

/** Code of 503: the connection to the database broke while the effect was being committed. */
export const OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN";

/**
 * Is a request sent again with its Idempotency-Key answered as the first time? With a body of bytes
 * the handler sees to that itself (`call.idempotent`).
 */
export function isRemembered(route: RouteDefinition): boolean {
  const { method, answer, preserialized, unremembered } = route;
  if (method === "GET" || unremembered !== undefined || preserialized === true) return false;
  return !("kind" in answer) || answer.kind === "noContent";
}
