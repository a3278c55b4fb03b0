import type { FastifyInstance, FastifyReply } from "fastify";
import { sendCompressed } from "#platform/server/http/answers/send-compressed.ts";
import { CLIENT_ID } from "../tokens/access-tokens.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import { isOwnAddress } from "../realm/origins.ts";
import { PAGE_SCRIPTS, type ScriptName, scriptAddress, versionOf } from "./page-scripts.ts";

const OIDC = "/protocol/openid-connect";
/** Frames of our own pages; no other site may show them. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'self'";

/**
 * Keycloak's status frame, its two pages about third-party cookies, and the scripts of all our
 * pages.
 */
export function frameRoutes(server: FastifyInstance, identity: IdentityServer): void {
  const frame =
    (title: string, script: ScriptName) =>
    async (request: { params: unknown }, reply: FastifyReply) => {
      const { tenant } = request.params as { tenant: string };
      return reply
        .header("content-security-policy", FRAME_POLICY)
        .header("x-frame-options", "SAMEORIGIN")
        .header("cache-control", "no-cache")
        .type("text/html; charset=utf-8")
        .send(
          `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${title}</title><script src="${scriptAddress(`/realms/${tenant}`, script)}" defer></script></head><body></body></html>`,
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

  for (const [name, text] of Object.entries(PAGE_SCRIPTS)) {
    server.get(`/pages/${name}`, async (request, reply) => {
      const { v } = request.query as { v?: unknown };
      // A page of another version of the product asks for what it knows: it gets this version's.
      const isCurrent = v === versionOf(name as ScriptName);
      return sendCompressed(
        text,
        reply
          .header("cache-control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
          .type("text/javascript; charset=utf-8"),
      );
    });
  }
}
