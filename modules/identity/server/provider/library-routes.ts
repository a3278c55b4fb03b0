import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentityServer } from "../realm/identity-server.ts";
import { refuseControlsInAddress } from "../realm/clean-input.ts";
import { factsOf, withRequestFacts } from "./request-facts.ts";

const METHODS = ["GET", "POST", "OPTIONS"];

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
  refuseControlsInAddress(request.raw.url ?? "");
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
  // Appended to the raw answer: the library reads its cookies there and adds its own.
  const facts = factsOf(identity, request, (line) => reply.raw.appendHeader("set-cookie", line));
  await withRequestFacts(facts, () => provider.callback()(raw, reply.raw));
}
