import type { Services } from "#platform/server/services.ts";
import { findLoginsByIdentifier, type Login, mayLogIn } from "../logins/login-queries.ts";
import { passwordMatches } from "../logins/passwords.ts";
import type { Realm } from "../realm/realm.ts";
import { accountKey, countFailure, forgetTries, takeTry } from "./guessing-limits.ts";

export type SignIn = { kind: "ok"; login: Login } | { kind: "refused"; text: string };

const WRONG = "Anmeldung nicht möglich: E-Mail, Benutzername oder Passwort stimmt nicht.";
const AMBIGUOUS =
  "Diese E-Mail-Adresse gehört zu mehreren Zugängen. Bitte melden Sie sich mit Ihrem Benutzernamen an; er steht in Ihrer Einladung.";
const DISABLED = "Ihr Zugang ist abgeschaltet. Bitte wenden Sie sich an Ihren Verein.";
const LEFT =
  "Ihre Mitgliedschaft ist beendet, deshalb ist die Anmeldung nicht mehr möglich. Bitte wenden Sie sich an Ihren Verein.";

/** Checks name and password; unknown names cost as much time as known ones. */
export async function signIn(
  { database, rateLimits }: Services,
  { tenant }: Realm,
  identifier: string,
  password: string,
  address: string,
): Promise<SignIn> {
  const account = accountKey(tenant.id, identifier);
  await takeTry(rateLimits, account, address);
  const found = await database.read(tenant.id, (tx) =>
    findLoginsByIdentifier(tx, identifier.trim()),
  );
  const login = found.length === 1 ? found[0] : undefined;
  const matches = await passwordMatches(login?.passwordHash, password);
  if (login === undefined || !matches) {
    await countFailure(rateLimits, address);
    return { kind: "refused", text: found.length > 1 ? AMBIGUOUS : WRONG };
  }
  await forgetTries(rateLimits, account, address);
  // Only who knows the password learns why the account is closed.
  if (!mayLogIn(login)) return { kind: "refused", text: login.memberActive ? DISABLED : LEFT };
  return { kind: "ok", login };
}
