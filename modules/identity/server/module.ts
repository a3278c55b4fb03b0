import { notFound, fieldProblem } from "#platform/server/http/app-error.ts";
import { addressKey } from "#platform/server/http/rate-limits.ts";
import { serverModule } from "#platform/server/services.ts";
import { identityContract } from "../contract.ts";
import { PASSWORD_HELP_JOB } from "./sign-in/action-routes.ts";
import { passwordHelpJob, sweepJob } from "./jobs.ts";
import { isOwnHost } from "./realm/origins.ts";
import { identityPlugin } from "./realm/plugin.ts";
import { identityAdmin } from "./public.ts";
import { TOTP_PURPOSE } from "./second-factor/second-factor.ts";

const SWEEP_JOB = "identity:sweep";

export const identityModule = serverModule({
  name: "identity",
  contract: identityContract,
  handlers: (services) => {
    const admin = identityAdmin(services);
    return {
      async listMySessions({ read, principal }) {
        const sessions = await read((tx) => admin.listSessions(tx, principal.userId));
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
      async endMySession({ write, principal, params }) {
        const ended = await write((tx) => admin.endSession(tx, principal.userId, params.id), {
          way: "PROFILE",
        });
        if (!ended) throw notFound();
      },
      async resetMyPassword({ write, principal, query, tenant, request }) {
        if (!isOwnHost(services.environment, tenant.name, query.redirectUri)) {
          throw fieldProblem(
            "redirectUri",
            "Diese Adresse gehört nicht zu Ihrem Verein.",
            "FOREIGN_ADDRESS",
          );
        }
        await services.rateLimits.consume(
          "password-help",
          `${principal.userId} ${addressKey(request)}`,
          { points: 5, seconds: 15 * 60 },
        );
        await write((tx) => admin.sendPasswordReset(tx, principal.userId), { way: "PROFILE" });
      },
    };
  },
  jobs: (services) => ({ [PASSWORD_HELP_JOB]: passwordHelpJob(services), [SWEEP_JOB]: sweepJob }),
  schedule: { "17 * * * *": SWEEP_JOB },
  portability: {
    sealed: [{ table: "login_totp", column: "secret", purpose: TOTP_PURPOSE }],
    // Sessions end, keys are made anew, and recovery codes are checked with a secret that stays:
    // they have to be made anew too.
    excludedTables: ["oidc_record", "signing_key", "login_recovery_code"],
  },
  // With a Keycloak its realms are reached through the reverse proxy of the installation.
  plugin: (services) =>
    services.environment.auth === undefined ? identityPlugin(services) : async () => {},
});
