import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sendCompressed } from "#platform/server/http/answers/send-compressed.ts";
import { CLIENT_ID } from "../tokens/access-tokens.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { isOwnAddress } from "../realm/origins.ts";
import { stylesheet } from "../pages/style.ts";

const OIDC = "/protocol/openid-connect";
/** Frames of our own pages; no other site may show them. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'self'";

const SCRIPTS: Record<string, string> = {
  ...Object.fromEntries(
    ["status-frame.js", "cookie-check-1.js", "cookie-check-2.js", "submit.js", "passkey.js"].map(
      (name) => [name, readFileSync(join(import.meta.dirname, "..", "static", name), "utf8")],
    ),
  ),
  "webauthn.js": readFileSync(
    createRequire(import.meta.url)
      .resolve("@simplewebauthn/browser")
      .replace(/(@simplewebauthn[/\\]browser)[/\\].*$/, "$1/dist/bundle/index.umd.min.js"),
    "utf8",
  ),
};

/**
 * Keycloak's status frame, its two pages about third-party cookies, and the scripts and style of
 * all our pages.
 */
export function frameRoutes(server: FastifyInstance, identity: IdentityServer): void {
  const frame =
    (title: string, script: string) =>
    async (request: { params: unknown }, reply: FastifyReply) => {
      const { tenant } = request.params as { tenant: string };
      return reply
        .header("content-security-policy", FRAME_POLICY)
        .header("x-frame-options", "SAMEORIGIN")
        .header("cache-control", "no-cache")
        .type("text/html; charset=utf-8")
        .send(
          `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${title}</title><script src="/realms/${tenant}/pages/${script}" defer></script></head><body></body></html>`,
        );
    };
  server.get(`${OIDC}/login-status-iframe.html`, frame("Anmeldestatus", "status-frame.js"));
  server.get(`${OIDC}/3p-cookies/step1.html`, async (request, reply) => {
    const secure = identity.secureCookies(request) ? "; Secure" : "";
    reply.header(
      "set-cookie",
      `login_cookie_check=1; Path=${identity.realm(request).path}/; Max-Age=60; SameSite=Lax${secure}`,
    );
    return frame("Cookies", "cookie-check-1.js")(request, reply);
  });
  server.get(`${OIDC}/3p-cookies/step2.html`, frame("Cookies", "cookie-check-2.js"));

  server.get(`${OIDC}/login-status-iframe.html/init`, async (request, reply) => {
    const { client_id, origin } = request.query as { client_id?: unknown; origin?: unknown };
    const own =
      client_id === CLIENT_ID &&
      isOwnAddress(
        identity.services.environment,
        identity.realm(request).tenant.name,
        `${String(origin)}/`,
        request.host,
      );
    return reply.code(own ? 204 : 403).send();
  });

  server.get("/pages/style.css", async (request, reply) => {
    const { accentColor } = await identity.realms.branding(identity.realm(request));
    return sendCompressed(
      stylesheet(accentColor),
      reply.header("cache-control", "max-age=300").type("text/css; charset=utf-8"),
    );
  });
  for (const [name, text] of Object.entries(SCRIPTS)) {
    server.get(`/pages/${name}`, async (_request, reply) =>
      sendCompressed(
        text,
        reply.header("cache-control", "max-age=300").type("text/javascript; charset=utf-8"),
      ),
    );
  }
}
