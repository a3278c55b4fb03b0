import { AppError } from "#platform/server/http/app-error.ts";
import type { Services } from "#platform/server/services.ts";
import { passwordMatches } from "../logins/passwords.ts";
import { findLoginsByIdentifier, type Login, mayLogIn } from "../logins/login-queries.ts";
import type { Realm } from "../realm/realm.ts";

const WINDOW = { seconds: 15 * 60 };
/** Tries of one address at one account. */
const PAIR = { points: 8, ...WINDOW };
/**
 * When an account has seen this many tries in all, every address gets only one more: the owner
 * still comes in.
 */
const ACCOUNT = { points: 40, ...WINDOW };
const STRANGER = { points: 0, ...WINDOW };
/** Failed tries of one address, whatever the account: a club's whole office may sit behind it. */
const ADDRESS = { points: 60, ...WINDOW };

export type SignIn = { kind: "ok"; login: Login } | { kind: "refused"; text: string };

export const WRONG = "Anmeldung nicht möglich: E-Mail, Benutzername oder Passwort stimmt nicht.";
const AMBIGUOUS =
  "Diese E-Mail-Adresse gehört zu mehreren Zugängen. Bitte melden Sie sich mit Ihrem Benutzernamen an; er steht in Ihrer Einladung.";
const DISABLED = "Ihr Zugang ist abgeschaltet. Bitte wenden Sie sich an Ihren Verein.";
const LEFT =
  "Ihre Mitgliedschaft ist beendet, deshalb ist die Anmeldung nicht mehr möglich. Bitte wenden Sie sich an Ihren Verein.";

/**
 * Throws 429 when this address has to wait. Takes its point before the password is looked at, so
 * that parallel tries count.
 */
async function takeTry({ rateLimits }: Services, account: string, address: string): Promise<void> {
  const pair = `${account} ${address}`;
  await refuseWhenBlocked(rateLimits, "login-address", address, ADDRESS);
  if ((await rateLimits.blockedFor("login-account", account, ACCOUNT)) > 0)
    await refuseWhenBlocked(rateLimits, "login-pair", pair, STRANGER);
  await rateLimits.consume("login-pair", pair, PAIR);
  await rateLimits.consume("login-account", account, ACCOUNT).catch(() => undefined);
}

async function refuseWhenBlocked(
  rateLimits: Services["rateLimits"],
  name: string,
  key: string,
  limit: { points: number; seconds: number },
): Promise<void> {
  const seconds = await rateLimits.blockedFor(name, key, limit);
  if (seconds > 0) {
    throw new AppError("TOO_MANY_REQUESTS", {
      detail: `Zu viele Versuche. Bitte warten Sie ${Math.ceil(seconds / 60)} Minuten und versuchen Sie es dann noch einmal.`,
      retryAfterSeconds: seconds,
    });
  }
}

/** Checks name and password; unknown names cost as much time as known ones. */
export async function signIn(
  services: Services,
  { tenant }: Realm,
  identifier: string,
  password: string,
  address: string,
): Promise<SignIn> {
  const account = accountKey(tenant.id, identifier);
  await takeTry(services, account, address);
  const found = await services.database.read(tenant.id, (tx) =>
    findLoginsByIdentifier(tx, identifier.trim()),
  );
  const login = found.length === 1 ? found[0] : undefined;
  const matches = await passwordMatches(login?.passwordHash, password);
  if (login === undefined || !matches) {
    await services.rateLimits.consume("login-address", address, ADDRESS).catch(() => undefined);
    return { kind: "refused", text: found.length > 1 ? AMBIGUOUS : WRONG };
  }
  await services.rateLimits.reset("login-pair", `${account} ${address}`, PAIR);
  // Only who knows the password learns why the account is closed.
  if (!mayLogIn(login)) return { kind: "refused", text: login.memberActive ? DISABLED : LEFT };
  return { kind: "ok", login };
}

/** Limits the codes of the second step like passwords. */
export async function takeCodeTry(
  services: Services,
  { tenant }: Realm,
  loginId: string,
  address: string,
): Promise<void> {
  await takeTry(services, accountKey(tenant.id, `code ${loginId}`), address);
}

/** After a right code or password the address starts afresh. */
export async function forgetCodeTries(
  { rateLimits }: Services,
  { tenant }: Realm,
  loginId: string,
  address: string,
): Promise<void> {
  await rateLimits.reset(
    "login-pair",
    `${accountKey(tenant.id, `code ${loginId}`)} ${address}`,
    PAIR,
  );
}

function accountKey(tenantId: string, identifier: string): string {
  return `${tenantId} ${identifier.trim().toLowerCase().slice(0, 100)}`;
}
