import { serverModule } from "#platform/server/services.ts";
import { identityContract } from "../contract.ts";
import { cleanupJob } from "./cleanup.ts";
import { identityHandlers } from "./handlers.ts";
import { noSyncJobs, SYNC_SCHEDULE, syncJobs } from "./keycloak/sync-jobs.ts";
import { PASSWORD_HELP_JOB, passwordHelpJob } from "./logins/password-help.ts";
import { identityAdmin } from "./public.ts";
import { identityPlugin } from "./realm/plugin.ts";
import { TOTP_PURPOSE } from "./second-factor/totp.ts";

const CLEANUP_JOB = "identity:sweep";

export const identityModule = serverModule({
  name: "identity",
  contract: identityContract,
  handlers: (services) => identityHandlers(services, identityAdmin(services)),
  jobs: (services) => ({
    [PASSWORD_HELP_JOB]: passwordHelpJob(services),
    [CLEANUP_JOB]: cleanupJob,
    ...(services.environment.auth === undefined ? noSyncJobs : syncJobs(services)),
  }),
  schedule: { "17 * * * *": CLEANUP_JOB, ...SYNC_SCHEDULE },
  portability: {
    sealed: [{ table: "login_totp", column: "secret", purpose: TOTP_PURPOSE }],
    // Sessions end, keys are made anew, and recovery codes are checked with a secret that stays:
    // they have to be made anew too. Another installation has another Keycloak.
    excludedTables: ["oidc_record", "signing_key", "login_recovery_code", "keycloak_user"],
  },
  // With a Keycloak its realms are reached through the reverse proxy of the installation.
  plugin: (services) =>
    services.environment.auth === undefined ? identityPlugin(services) : async () => {},
});
