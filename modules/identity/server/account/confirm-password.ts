import { addressKey } from "#platform/server/http/rate-limits.ts";
import { passwordMatches } from "../logins/passwords.ts";
import { forgetCodeTries, takeCodeTry } from "../sign-in/guessing-limits.ts";
import type { AccountRequest } from "./account-session.ts";

/**
 * Returns true when this is the person's password. An open browser must not be a place to guess at
 * it: tries are limited as at the login.
 */
export async function isOwnPassword(account: AccountRequest, password: string): Promise<boolean> {
  return limited(
    account,
    () => passwordMatches(account.login.passwordHash, password),
    (matches) => matches,
  );
}

/** Counts a try before it is looked at, and starts afresh after a right one. */
export async function limited<T>(
  { identity, realm, request, login }: AccountRequest,
  look: () => Promise<T>,
  isRight: (result: T) => boolean,
): Promise<T> {
  const { rateLimits } = identity.services;
  const address = addressKey(request);
  await takeCodeTry(rateLimits, realm.tenant.id, login.id, address);
  const result = await look();
  if (isRight(result)) await forgetCodeTries(rateLimits, realm.tenant.id, login.id, address);
  return result;
}
