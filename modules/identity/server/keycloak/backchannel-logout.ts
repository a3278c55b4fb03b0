import type { FastifyInstance } from "fastify";
import { systemActor } from "#platform/server/database/database.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import { nameTenant } from "#platform/server/http/name-tenant.ts";
import { acceptForms } from "#platform/server/http/server-pages/forms.ts";
import type { IdentityService } from "#platform/server/identity-service.ts";
import type { Services } from "#platform/server/services.ts";
import { findUnsuspendedTenant } from "../realm/realm-queries.ts";
import { noteEndedSession } from "./ended-session-queries.ts";
import { noteAllSessionsOver } from "./keycloak-user-queries.ts";
import { logoutTokens } from "./logout-tokens.ts";

/** Where a Keycloak tells that a log-in of this club is over. */
export function backchannelPath(tenantName: string): string {
  return `/public/${tenantName}/backchannel-logout`;
}

/**
 * Takes the word of a Keycloak that somebody has logged out there, or was: the session's tokens are
 * refused from then on, by every process. OpenID Connect Back-Channel Logout 1.0.
 */
export function backchannelLogout(
  { database }: Pick<Services, "database">,
  service: IdentityService,
): (server: FastifyInstance) => Promise<void> {
  const read = logoutTokens(service);
  return async (server) => {
    await server.register(async (scope) => {
      acceptForms(scope);
      scope.post(backchannelPath(":tenant"), async (request, reply) => {
        const tenant = await findUnsuspendedTenant(
          database,
          (request.params as { tenant: string }).tenant,
        );
        if (tenant === undefined) throw notFound();
        nameTenant(request, tenant);
        const { logout_token: token = "" } = (request.body ?? {}) as Record<string, string>;
        const ended = await read(tenant, token);
        reply.header("cache-control", "no-store");
        if (ended === undefined) return reply.status(400).send({ error: "invalid_request" });
        const { userId, sessionId } = ended;
        await database.write(tenant.id, systemActor("Anmeldung"), async (tx) => {
          if (sessionId !== undefined) await noteEndedSession(tx, sessionId);
          else if (userId !== undefined) await noteAllSessionsOver(tx, userId);
        });
        return reply.send({});
      });
    });
  };
}
