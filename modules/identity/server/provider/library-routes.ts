import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentityServer } from "../realm/identity-server.ts";
import { withRequestFacts } from "./request-facts.ts";

const METHODS = ["GET", "POST", "OPTIONS"];
const MAX_USER_AGENT = 400;

/** Everything else is the library's; it reads the request itself. */
export async function libraryRoutes(
  server: FastifyInstance,
  identity: IdentityServer,
): Promise<void> {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _body, done) => done(null));
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    handOver(identity, request, reply);
  server.route({ method: METHODS, url: "/.well-known/*", handler });
  server.route({ method: METHODS, url: "/protocol/*", handler });
}

/** Gives the library the request as if its realm stood at the root of the browser's host. */
async function handOver(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const provider = await identity.provider(request);
  const { raw } = request;
  const origin = identity.browserOrigin(request);
  const prefix = identity.realm(request).path;
  raw.headers["x-forwarded-proto"] = origin.protocol.slice(0, -1);
  raw.headers["x-forwarded-host"] = origin.host;
  const original = raw.url ?? "/";
  Object.assign(raw, { originalUrl: original });
  raw.url = original.slice(prefix.length) || "/";
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  const userAgent = request.headers["user-agent"]?.slice(0, MAX_USER_AGENT) ?? null;
  await withRequestFacts({ host: origin.host, userAgent }, () =>
    provider.callback()(raw, reply.raw),
  );
}
