import type { Handlers } from "#platform/server/http/implement.ts";
import { fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import type { Services } from "#platform/server/services.ts";
import type { identityContract } from "../contract.ts";
import type { IdentityAdmin } from "./identity-admin.ts";
import { takePasswordHelp } from "./logins/password-help.ts";
import { isOwnHost } from "./realm/origins.ts";

/** Calls of people about their own log-ins. */
export function identityHandlers(
  { environment, rateLimits }: Services,
  admin: IdentityAdmin,
): Handlers<typeof identityContract> {
  return {
    async listMySessions({ principal, tenant }) {
      const sessions = await admin.listSessions(tenant.id, principal.userId);
      return {
        content: sessions.map(({ id, device, startedAt, lastSeenAt }) => ({
          id,
          device,
          startedAt: startedAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          current: id === principal.sessionId,
        })),
      };
    },
    async endMySession({ principal, params, tenant }) {
      if (!(await admin.endSession(tenant.id, principal.userId, params.id))) throw notFound();
    },
    async resetMyPassword({ write, principal, query, tenant }) {
      if (!isOwnHost(environment, tenant.name, query.redirectUri))
        throw fieldProblem(
          "redirectUri",
          "Diese Adresse gehört nicht zu Ihrem Verein.",
          "FOREIGN_ADDRESS",
          "VALIDATION_FAILED",
        );
      await takePasswordHelp(rateLimits, tenant.id, principal.userId);
      await write((tx) => admin.sendPasswordReset(tx, principal.userId), { way: "PROFILE" });
    },
  };
}
