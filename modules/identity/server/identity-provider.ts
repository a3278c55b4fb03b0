import type { WriteTx } from "#platform/server/database/database.ts";
import type { LoginQuestions, NewLogin } from "./identity-admin.ts";
import type { InvitationOccasion } from "./logins/mails.ts";
import type { Login, LoginState } from "./logins/login-queries.ts";

/**
 * Who checks passwords and holds sessions: the embedded provider or a Keycloak. The rules that hold
 * for both are in `logins/login-admin.ts`; this is the difference. Nothing that takes a transaction
 * waits for another system.
 */
export interface IdentityProvider extends LoginQuestions {
  /** The state of a login that is switched on again. */
  stateWhenEnabled(login: Login): LoginState;
  /** Makes an active login with this password. */
  createLogin(tx: WriteTx, login: NewLogin & { loginId: string }): Promise<void>;
  /** Sets the password of a login that is not disabled, and tells its owner. */
  setPassword(tx: WriteTx, login: Login, password: string): Promise<void>;
  removeSecondFactors(tx: WriteTx, login: Login): Promise<void>;
  mailInvitation(
    tx: WriteTx,
    login: Login,
    address: string,
    occasion?: InvitationOccasion,
  ): Promise<void>;
  mailPasswordReset(tx: WriteTx, login: Login, address: string): Promise<void>;
  loginEnabled(tx: WriteTx, login: Login): Promise<void>;
  /** Sessions end, and mailed links no longer open anything. */
  loginsDisabled(tx: WriteTx, loginIds: readonly string[]): Promise<void>;
  endSessions(tx: WriteTx, loginIds: readonly string[]): Promise<void>;
  /** Comes before the login's row is deleted. */
  forgetLogin(tx: WriteTx, login: Login): Promise<void>;
}
