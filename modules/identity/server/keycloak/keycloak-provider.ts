import type { Services } from "#platform/server/services.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { LoginQuestions } from "../identity-admin.ts";
import type { IdentityProvider } from "../identity-provider.ts";
import { insertNewLogin } from "../logins/insert-login.ts";
import { setLoginStates } from "../logins/login-queries.ts";
import { mailPasswordSet } from "../logins/mails.ts";
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
 * transaction is open. Tried against a double in the tests only, not yet against a real Keycloak.
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
    async mailInvitation(tx, { id }) {
      await wishMail(tx, id, "INVITATION");
      await requestSync(tx, [id]);
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

function questions(services: Services): LoginQuestions {
  const { database } = services;
  const keycloak = new Keycloak(services);
  return {
    prepareInvitation: (tenantId, request) =>
      prepareInvitation(keycloak, database, tenantId, request),
    requireFreeUsername: (tenantId, username) => requireFreeUsername(keycloak, tenantId, username),
    loginFacts: (tenantId, memberId) => keycloakFacts(keycloak, database, tenantId, memberId),
    listSessions: (tenantId, memberId) => listUserSessions(keycloak, database, tenantId, memberId),
    endSession: (tenantId, memberId, sessionId) =>
      endUserSession(keycloak, database, { tenantId, memberId, sessionId }),
  };
}
