import { notFound, fieldProblem } from "#platform/server/app-error.ts";
import { addressKey } from "#platform/server/rate-limits.ts";
import { serverModule } from "#platform/server/services.ts";
import { identityContract } from "../contract.ts";
import { PASSWORD_HELP_JOB } from "./action-routes.ts";
import { deviceName } from "./devices.ts";
import { passwordHelpJob, sweepJob } from "./jobs.ts";
import { deleteSession, listSessions } from "./oidc-queries.ts";
import { isOwnHost } from "./origins.ts";
import { identityPlugin } from "./plugin.ts";
import { identityAdmin } from "./public.ts";
import { findLoginOfMember } from "./queries.ts";

const SWEEP_JOB = "identity:sweep";

export const identityModule = serverModule({
  name: "identity",
  contract: identityContract,
  handlers: (services) => {
    const admin = identityAdmin(services);
    return {
      async listMySessions({ read, principal }) {
        const rows = await read(async (tx) => {
          const login = await findLoginOfMember(tx, principal.userId);
          return login === undefined ? [] : listSessions(tx, login.id);
        });
        return {
          content: rows.map(({ uid, userAgent, startedAt, lastSeenAt }) => ({
            id: uid,
            device: deviceName(userAgent),
            startedAt: startedAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
            current: uid === principal.sessionId,
          })),
        };
      },
      async endMySession({ write, principal, params }) {
        const ended = await write(
          async (tx) => {
            const login = await findLoginOfMember(tx, principal.userId);
            return login !== undefined && deleteSession(tx, login.id, params.id);
          },
          { way: "PROFILE" },
        );
        if (!ended) throw notFound();
      },
      async resetMyPassword({ write, principal, query, tenant, request }) {
        if (!isOwnHost(services.environment, tenant.name, query.redirectUri)) {
          throw fieldProblem("redirectUri", "Diese Adresse gehört nicht zu Ihrem Verein.", "FOREIGN_ADDRESS");
        }
        await services.rateLimits.consume("password-help", `${principal.userId} ${addressKey(request)}`, { points: 5, seconds: 15 * 60 });
        await write((tx) => admin.sendPasswordReset(tx, principal.userId), { way: "PROFILE" });
      },
    };
  },
  jobs: (services) => ({ [PASSWORD_HELP_JOB]: passwordHelpJob(services), [SWEEP_JOB]: sweepJob }),
  schedule: { "17 * * * *": SWEEP_JOB },
  plugin: identityPlugin,
});
