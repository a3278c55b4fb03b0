import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors } from "oidc-provider";
import { AppError } from "#platform/server/http/app-error.ts";
import { unknownTenantPage } from "#platform/server/http/pages.ts";
import type { Services } from "#platform/server/services.ts";
import { accountRoutes } from "../account/account-routes.ts";
import { actionRoutes } from "../sign-in/action-routes.ts";
import { frameRoutes } from "../provider/frame-routes.ts";
import { IdentityServer } from "./identity-server.ts";
import { loginRoutes } from "../sign-in/login-routes.ts";
import { errorText } from "../pages/error-texts.ts";
import { messagePage } from "../pages/login-pages.ts";
import { PLAIN_POLICY, plainPage } from "../pages/plain-page.ts";
import { isOwnAddress } from "./origins.ts";
import { withRequestFacts } from "../provider/request-facts.ts";
import { userinfoRoute } from "../tokens/userinfo.ts";

const FORM_LIMIT_BYTES = 64 * 1024;
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Mounts the realms of all tenants at `/realms/{tenant}`. */
export function identityPlugin(services: Services): (server: FastifyInstance) => Promise<void> {
  const identity = new IdentityServer(services);
  return async (root) => {
    await root.register(
      async (server) => {
        // Unknown tenants end here, before anything is built for them.
        server.addHook("onRequest", async (request, reply) => {
          const { tenant } = request.params as { tenant: string };
          const realm = await identity.realms.find(tenant);
          if (realm === undefined) {
            return reply
              .code(404)
              .type("text/html; charset=utf-8")
              .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
              .send(unknownTenantPage());
          }
          identity.bind(request, realm);
        });
        server.setErrorHandler((error, request, reply) =>
          answerError(identity, error, request, reply),
        );
        await server.register(async (pages) => ownPages(pages, identity));
        await server.register(async (rest) => libraryRoutes(rest, identity));
      },
      { prefix: "/realms/:tenant" },
    );
  };
}

async function ownPages(server: FastifyInstance, identity: IdentityServer): Promise<void> {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.addHook("onRequest", async (request, reply) => {
    reply
      .header("content-security-policy", PAGE_POLICY)
      .header("x-frame-options", "DENY")
      .header("referrer-policy", "no-referrer");
    const { origin } = request.headers;
    // A form of a foreign page must not act in the name of a logged-in person; browsers always name
    // their origin on POST.
    if (request.method === "POST" && request.headers["sec-fetch-site"] === "cross-site")
      throw new AppError("FORBIDDEN", { code: "FOREIGN_ORIGIN" });
    if (request.method === "POST" && origin !== undefined && origin !== "null") {
      const own = isOwnAddress(
        identity.services.environment,
        identity.realm(request).tenant.name,
        `${origin}/`,
        request.host,
      );
      if (!own) throw new AppError("FORBIDDEN", { code: "FOREIGN_ORIGIN" });
    }
  });
  frameRoutes(server, identity);
  loginRoutes(server, identity);
  actionRoutes(server, identity);
  accountRoutes(server, identity);
  userinfoRoute(server, identity);
}

async function answerError(
  identity: IdentityServer,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, title, text } = described(error, reply);
  if (status >= 500) request.log.error({ err: error }, "identity page failed");
  if (request.headers["content-type"]?.startsWith("application/json"))
    return reply.code(status).send({ detail: text });
  try {
    return await identity.page(
      request,
      reply,
      (realm, branding) =>
        messagePage(realm, branding, { title, text, link: identity.homeLink(realm) }),
      status,
    );
  } catch {
    // Without the database not even the club's name is known.
    return reply
      .code(status)
      .header("content-security-policy", PLAIN_POLICY)
      .type("text/html; charset=utf-8")
      .send(plainPage(title, text));
  }
}

function described(
  error: unknown,
  reply: FastifyReply,
): { status: number; title: string; text: string } {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined)
      reply.header("retry-after", String(error.retryAfterSeconds));
    return { status: error.status, title: titleOf(error.status), text: error.detail };
  }
  if (error instanceof errors.OIDCProviderError)
    return { status: error.statusCode, ...errorText(error.message) };
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return status < 500
    ? { status, title: "Das geht so nicht", text: "Die Anfrage ist nicht in Ordnung." }
    : { status: 500, ...errorText("server_error") };
}

/** Everything else is the library's; it reads the request itself. */
async function libraryRoutes(server: FastifyInstance, identity: IdentityServer): Promise<void> {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _body, done) => done(null));
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
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
    const userAgent = request.headers["user-agent"]?.slice(0, 400) ?? null;
    await withRequestFacts({ host: origin.host, userAgent }, () =>
      provider.callback()(raw, reply.raw),
    );
  };
  server.route({ method: ["GET", "POST", "OPTIONS"], url: "/.well-known/*", handler });
  server.route({ method: ["GET", "POST", "OPTIONS"], url: "/protocol/*", handler });
}

function titleOf(status: number): string {
  if (status === 429) return "Bitte warten Sie einen Augenblick";
  return status === 503 ? "Die Anmeldung ist gerade nicht erreichbar" : "Das geht so nicht";
}
