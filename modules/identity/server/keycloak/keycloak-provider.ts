import type { WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import type { Services } from "#platform/server/services.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { LoginQuestions } from "../identity-admin.ts";
import type { IdentityProvider } from "../identity-provider.ts";
import { insertNewLogin } from "../logins/insert-login.ts";
import { type Login, setLoginStates } from "../logins/login-queries.ts";
import { mailNotice, mailPasswordSet } from "../logins/mails.ts";
import { Keycloak } from "./keycloak.ts";
import {
  wishDisabled,
  wishEndOfSessions,
  wishInitialPassword,
  wishMail,
  wishUsers,
} from "./keycloak-user-queries.ts";
import { keycloakFacts } from "./login-facts.ts";
import { requireFreeUsername, prepareInvitation } from "./prepare-invitation.ts";
import { requestSync } from "./sync-jobs.ts";
import { INITIAL_PASSWORD_PURPOSE } from "./sync-user.ts";
import { endUserSession, listUserSessions } from "./user-sessions.ts";

/**
 * Passwords and sessions are a Keycloak's. What it shall do is written down in the caller's
 * transaction and done by a job (sync-user.ts); what it has to answer at once is asked while no
 * transaction is open.
 */
export function keycloakProvider(services: Services): IdentityProvider {
  const { secrets } = services;
  return {
    ...questions(services),

    // Whether an invitation was accepted is the Keycloak's knowledge.
    stateWhenEnabled: () => "ACTIVE",

    async createLogin(tx, { loginId, memberId, username, password }) {
      const login = { id: loginId, memberId, username, passwordHash: null };
      await insertNewLogin(tx, { ...login, state: "ACTIVE" });
      const encrypted = secrets.encrypt(INITIAL_PASSWORD_PURPOSE, password);
      await wishInitialPassword(tx, loginId, encrypted);
      await requestSync(tx, [loginId]);
    },
    async setPassword(tx, login, password) {
      if (login.state === "INVITED") await setLoginStates(tx, [login.id], "ACTIVE");
      const encrypted = secrets.encrypt(INITIAL_PASSWORD_PURPOSE, password);
      await wishInitialPassword(tx, login.id, encrypted);
      await wishEndOfSessions(tx, [login.id]);
      await requestSync(tx, [login.id]);
      await mailPasswordSet(services.environment, tx, login);
    },
    async removeSecondFactors() {
      throw new AppError("UNPROCESSABLE", {
        code: "KEPT_ELSEWHERE",
        detail:
          "Zweite Faktoren verwaltet der Anmeldedienst (AUTH_URL). Bitte löschen Sie sie dort.",
      });
    },
    async mailInvitation(tx, login, address) {
      await wishMail(tx, login.id, "INVITATION");
      await requestSync(tx, [login.id]);
      await tellUsername(services.environment, tx, login, address);
    },
    async mailPasswordReset(tx, { id }) {
      await wishMail(tx, id, "RESET");
      await requestSync(tx, [id]);
    },
    async loginEnabled(tx, { id }) {
      await wishUsers(tx, [id]);
      await requestSync(tx, [id]);
    },
    async loginsDisabled(tx, loginIds) {
      await wishDisabled(tx, loginIds);
      await requestSync(tx, loginIds);
    },
    async endSessions(tx, loginIds) {
      await wishEndOfSessions(tx, loginIds);
      await requestSync(tx, loginIds);
    },
    async forgetLogin(tx, { id }) {
      await wishUsers(tx, [id]);
      await requestSync(tx, [id]);
    },
  };
}

/** A Keycloak's mail holds the link and not the name that is asked for afterwards. */
async function tellUsername(
  environment: Environment,
  tx: WriteTx,
  login: Login,
  address: string,
): Promise<void> {
  if (login.username === address.toLowerCase()) return;
  await mailNotice(
    environment,
    tx,
    login,
    "Ihr Zugang",
    `für Sie ist ein Zugang eingerichtet. Ihr Benutzername: ${login.username}. Den Link, mit dem Sie Ihr Passwort festlegen, schickt Ihnen der Anmeldedienst in einer zweiten E-Mail.`,
  );
}

function questions(services: Services): LoginQuestions {
  const { database } = services;
  const keycloak = new Keycloak(services);
  return {
    prepareInvitation: (tenantId, request) =>
      prepareInvitation(keycloak, database, tenantId, request),
    requireFreeUsername: (tenantId, username) =>
      requireFreeUsername(keycloak, database, tenantId, username),
    loginFacts: (tenantId, memberId) => keycloakFacts(keycloak, database, tenantId, memberId),
    listSessions: (tenantId, memberId) => listUserSessions(keycloak, database, tenantId, memberId),
    endSession: (tenantId, memberId, sessionId) =>
      endUserSession(keycloak, database, { tenantId, memberId, sessionId }),
  };
}
