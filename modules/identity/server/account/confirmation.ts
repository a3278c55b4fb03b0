import { z } from "zod";
import { readEncryptedCookie, writeEncryptedCookie } from "../realm/encrypted-cookie.ts";
import type { AccountRequest } from "./account-session.ts";

/**
 * A change of the ways in asks for the password again: whoever finds an open browser must not make
 * themselves one that outlives it, nor take the owner's away. A log-in of a moment ago is proof
 * enough.
 */
const FRESH_SECONDS = 5 * 60;
const COOKIE = "login_confirmed";
/** Long enough to fetch an app first. */
const COOKIE_SECONDS = 15 * 60;

const confirmation = z.object({ loginId: z.string(), sessionUid: z.string() });

/** What is done once the person has confirmed. */
export const PURPOSES = ["totp", "passkey", "passkey-removal"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Returns true when the person has shown lately that it is they who sit there. */
export function isConfirmed(account: AccountRequest): boolean {
  if (hasJustLoggedIn(account)) return true;
  const { identity, request, login, sessionUid } = account;
  const kept = readEncryptedCookie(identity, request, COOKIE, confirmation);
  return kept?.loginId === login.id && kept.sessionUid === sessionUid;
}

export function hasJustLoggedIn({ loggedInAt }: AccountRequest): boolean {
  return Date.now() / 1000 - loggedInAt <= FRESH_SECONDS;
}

/** Lets what is begun now be finished; counts in this log-in alone. */
export function rememberConfirmation(account: AccountRequest): void {
  const { identity, realm, request, reply, login, sessionUid } = account;
  writeEncryptedCookie(identity, request, reply, {
    name: COOKIE,
    path: `${realm.path}/account`,
    seconds: COOKIE_SECONDS,
    value: { loginId: login.id, sessionUid },
  });
}

/** Returns the path of the page that asks for the password. */
export function confirmationPath({ realm }: AccountRequest, purpose: Purpose): string {
  return `${realm.path}/account/confirm?purpose=${purpose}`;
}
