import type { Services } from "#platform/server/services.ts";
import { findLoginsByIdentifier, type Login, mayLogIn } from "../logins/login-queries.ts";
import { passwordMatches } from "../logins/passwords.ts";
import type { Realm } from "../realm/realm.ts";
import {
  countFailure,
  forgetTries,
  loginKey,
  nameKey,
  refuseBlockedAddress,
  takeTry,
} from "./guessing-limits.ts";

export type SignIn = { kind: "ok"; login: Login } | { kind: "refused"; text: string };

/** The same to everybody: nobody learns which addresses are known, or shared by several. */
const WRONG =
  "Anmeldung nicht möglich: E-Mail, Benutzername oder Passwort stimmt nicht. Nutzen mehrere Personen dieselbe E-Mail-Adresse, melden Sie sich bitte mit Ihrem Benutzernamen an.";
const DISABLED = "Ihr Zugang ist abgeschaltet. Bitte wenden Sie sich an Ihren Verein.";
const LEFT =
  "Ihre Mitgliedschaft ist beendet, deshalb ist die Anmeldung nicht mehr möglich. Bitte wenden Sie sich an Ihren Verein.";

/**
 * Checks name and password; unknown names cost as much time as known ones. Tries count for the
 * account, whichever of its names was typed.
 */
export async function signIn(
  { database, rateLimits }: Services,
  { tenant }: Realm,
  identifier: string,
  password: string,
  address: string,
): Promise<SignIn> {
  const [found] = await Promise.all([
    database.read(tenant.id, (tx) => findLoginsByIdentifier(tx, identifier.trim())),
    refuseBlockedAddress(rateLimits, address),
  ]);
  // Of an address that several share none is tried: how long it takes would tell how many they are.
  const login = found.length === 1 ? found[0] : undefined;
  const account =
    login === undefined ? nameKey(tenant.id, identifier) : loginKey(tenant.id, login.id);
  await takeTry(rateLimits, account, address);
  const matches = await passwordMatches(login?.passwordHash, password);
  if (login === undefined || !matches) {
    await countFailure(rateLimits, address);
    return { kind: "refused", text: WRONG };
  }
  await forgetTries(rateLimits, account, address);
  // Only who knows the password learns why the account is closed.
  if (!mayLogIn(login)) return { kind: "refused", text: login.memberActive ? DISABLED : LEFT };
  return { kind: "ok", login };
}
