import { systemActor } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import type { IdentityProvider } from "../identity-provider.ts";
import { revokeActionTokens } from "../logins/action-token-queries.ts";
import { insertNewLogin } from "../logins/insert-login.ts";
import { selectLoginFacts } from "../logins/login-facts-queries.ts";
import { findLoginOfMember, setPassword } from "../logins/login-queries.ts";
import { mailInvitation, mailPasswordReset, mailPasswordSet } from "../logins/mails.ts";
import { hashPassword } from "../logins/passwords.ts";
import { deletePasskeys } from "../second-factor/passkey-queries.ts";
import { deleteTotp } from "../second-factor/second-factor-queries.ts";
import { deviceName } from "./devices.ts";
import { deleteSession, deleteSessionsOfLogins, listSessions } from "./session-queries.ts";

/** Passwords and sessions in our own database: everything happens in the caller's transaction. */
export function embeddedProvider({
  environment,
  database,
}: Pick<Services, "environment" | "database">): IdentityProvider {
  return {
    stateWhenEnabled: ({ passwordHash }) => (passwordHash === null ? "INVITED" : "ACTIVE"),

    async createLogin(tx, { loginId, memberId, username, password }) {
      const passwordHash = await hashPassword(password);
      await insertNewLogin(tx, { id: loginId, memberId, username, state: "ACTIVE", passwordHash });
    },

    async setPassword(tx, login, password) {
      await setPassword(tx, login.id, await hashPassword(password));
      await revokeActionTokens(tx, [login.id]);
      await deleteSessionsOfLogins(tx, [login.id]);
      await mailPasswordSet(environment, tx, login);
    },
    async removeSecondFactors(tx, { id }) {
      await deleteTotp(tx, id);
      await deletePasskeys(tx, id);
    },

    mailInvitation: (tx, login, address, occasion) =>
      mailInvitation(environment, tx, login, address, occasion),
    mailPasswordReset: (tx, login, address) => mailPasswordReset(environment, tx, login, address),

    // The login's row says it all.
    async loginEnabled() {},

    async loginsDisabled(tx, loginIds) {
      await revokeActionTokens(tx, loginIds);
      await deleteSessionsOfLogins(tx, loginIds);
    },
    endSessions: deleteSessionsOfLogins,
    forgetLogin: (tx, { id }) => deleteSessionsOfLogins(tx, [id]),

    // User names are unique in our own table: no other system has to be asked.
    prepareInvitation: async (_tenantId, request) => request,
    async requireFreeUsername() {},

    loginFacts: (tenantId, memberId) =>
      database.read(tenantId, (tx) => selectLoginFacts(tx, memberId)),

    listSessions: (tenantId, memberId) =>
      database.read(tenantId, async (tx) => {
        const login = await findLoginOfMember(tx, memberId);
        const sessions = login === undefined ? [] : await listSessions(tx, login.id);
        return sessions.map(({ uid, userAgent, startedAt, lastSeenAt }) => ({
          id: uid,
          device: deviceName(userAgent),
          startedAt,
          lastSeenAt,
        }));
      }),

    endSession: (tenantId, memberId, sessionId) =>
      database.write(tenantId, systemActor("Anmeldung"), async (tx) => {
        const login = await findLoginOfMember(tx, memberId);
        return login !== undefined && deleteSession(tx, login.id, sessionId);
      }),
  };
}
