import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { nameTenant } from "#platform/server/http/name-tenant.ts";
import { unknownTenantPage } from "#platform/server/http/pages/pages.ts";
import { PLAIN_POLICY } from "#platform/server/http/pages/plain-page.ts";
import type { Services } from "#platform/server/services.ts";
import { libraryRoutes } from "../provider/library-routes.ts";
import { sendError } from "./error-page.ts";
import { IdentityServer } from "./identity-server.ts";
import { ownPages } from "./own-pages.ts";

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
          if (realm === undefined) return sendUnknownTenant(reply);
          nameTenant(request, realm.tenant);
          identity.bind(request, realm);
        });
        server.setErrorHandler((error, request: FastifyRequest, reply) =>
          sendError(identity, error, request, reply),
        );
        await server.register(async (pages) => ownPages(pages, identity));
        await server.register(async (rest) => libraryRoutes(rest, identity));
      },
      { prefix: "/realms/:tenant" },
    );
  };
}

function sendUnknownTenant(reply: FastifyReply) {
  return reply
    .code(404)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", PLAIN_POLICY)
    .send(unknownTenantPage());
}
