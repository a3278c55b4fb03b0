import type { Login } from "../logins/login-queries.ts";
import { passwordProblem } from "../logins/passwords.ts";
import type { IdentityServer } from "../realm/identity-server.ts";
import type { Realm } from "../realm/realm.ts";

/** Returns a German sentence about what is wrong with a new password of this person, if anything. */
export async function newPasswordProblem(
  identity: IdentityServer,
  realm: Realm,
  { username, firstName, lastName, email }: Login,
  password: string,
): Promise<string | undefined> {
  const { clubName } = await identity.realms.look(realm);
  return passwordProblem(password, [username, firstName, lastName, email ?? "", clubName]);
}
