import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";

/** What a router is told of a route: its pattern and the methods that it takes. */
export interface Bound {
  url: string;
  methods: readonly string[];
}

/**
 * Refuses with 405 and `Allow` whatever else a known path is asked for, before its body is read and
 * before any club is looked up. A pattern of fixed words then wins over one with an id:
 * `PUT /user/search` is no change of a user called "search".
 */
export function refuseOtherMethods(server: FastifyInstance, bound: readonly Bound[]): void {
  for (const url of new Set(bound.map((one) => one.url))) {
    const own = new Set(bound.filter((one) => one.url === url).flatMap(({ methods }) => methods));
    const above = methodsAbove(url, bound);
    const others = server.supportedMethods.filter(
      (method) => !own.has(method) && !above.has(method),
    );
    const allow = [...own].toSorted().join(", ");
    server.route({
      method: others,
      url,
      exposeHeadRoute: false,
      async onRequest(_request, reply) {
        reply.header("allow", allow);
        throw new AppError("METHOD_NOT_ALLOWED");
      },
      handler: () => undefined,
    });
  }
}

/**
 * Returns the methods that a wildcard above takes: an entry may be called as a call is. That is
 * another resource, so they are not among the allowed ones.
 */
function methodsAbove(url: string, bound: readonly Bound[]): ReadonlySet<string> {
  return new Set(
    bound
      .filter((one) => one.url.endsWith("/*") && url.startsWith(one.url.slice(0, -1)))
      .flatMap(({ methods }) => methods),
  );
}
