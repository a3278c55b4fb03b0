import { serverModule } from "#platform/server/server-module.ts";
import { identityContract } from "../contract.ts";
import { cleanUpLogins } from "./cleanup.ts";
import { identityHandlers } from "./handlers.ts";
import { backchannelLogout } from "./keycloak/backchannel-logout.ts";
import { syncOneUser, syncUsers } from "./keycloak/sync-jobs.ts";
import { inviteLogins, remindInvited } from "./logins/invite-many.ts";
import { sendPasswordHelp } from "./logins/password-help.ts";
import { identityAdmin } from "./installed-admin.ts";
import { identityPlugin } from "./realm/plugin.ts";
import { TOTP_PURPOSE } from "./second-factor/totp.ts";

export const identityModule = serverModule({
  name: "identity",
  about: "Anmeldung: das eigene Konto, seine Sitzungen und sein Passwort",
  tables: [
    "login",
    "login_action_token",
    "login_passkey",
    "login_recovery_code",
    "login_totp",
    "keycloak_ended_session",
    "keycloak_user",
    "oidc_record",
    "signing_key",
  ],
  offers: ["member_login"],
  reads: ["person"],
  contract: identityContract,
  handlers: (services) => identityHandlers(services, identityAdmin(services)),
  jobs: [sendPasswordHelp, inviteLogins, remindInvited, cleanUpLogins, syncOneUser, syncUsers],
  portability: {
    sealed: [{ table: "login_totp", column: "secret", purpose: TOTP_PURPOSE }],
    // Sessions end, keys are made anew, and recovery codes are checked with a secret that stays:
    // they have to be made anew too. Another installation has another Keycloak.
    excludedTables: [
      "oidc_record",
      "signing_key",
      "login_recovery_code",
      "keycloak_user",
      "keycloak_ended_session",
    ],
  },
  // With a Keycloak browsers go to its own address.
  plugin: (services) =>
    services.environment.auth === undefined
      ? identityPlugin(services)
      : backchannelLogout(services, services.environment.auth),
});
