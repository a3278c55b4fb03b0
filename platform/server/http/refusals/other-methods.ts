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
  for (const [url, methods] of allowedMethods(bound)) {
    const others = server.supportedMethods.filter((method) => !methods.has(method));
    const allow = [...methods].sort().join(", ");
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

/** Returns the methods that each pattern answers, by itself or through a wildcard above it. */
function allowedMethods(bound: readonly Bound[]): Map<string, ReadonlySet<string>> {
  const wildcards = bound.filter(({ url }) => url.endsWith("/*"));
  const covering = (url: string) =>
    wildcards.filter((wildcard) => url.startsWith(wildcard.url.slice(0, -1)));
  return new Map(
    bound.map(({ url }) => {
      const own = bound.filter((other) => other.url === url);
      return [url, new Set([...own, ...covering(url)].flatMap(({ methods }) => methods))];
    }),
  );
}
