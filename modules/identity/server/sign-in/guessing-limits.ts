import { AppError } from "#platform/server/http/app-error.ts";
import type { Limit, RateLimits } from "#platform/server/http/rate-limits.ts";

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

/** Names an account for the limits, whichever of its names was typed. */
export function loginKey(tenantId: string, loginId: string): string {
  return `${tenantId} login ${loginId}`;
}

/** Names for the limits what was typed where it stands for no login, or for several. */
export function nameKey(tenantId: string, identifier: string): string {
  return `${tenantId} name ${identifier.trim().toLowerCase().slice(0, 100)}`;
}

function codeKey(tenantId: string, loginId: string): string {
  return `${tenantId} code ${loginId}`;
}

/** Throws 429 to an address that has failed at many accounts. */
export async function refuseBlockedAddress(rateLimits: RateLimits, address: string): Promise<void> {
  await refuseWhenBlocked(rateLimits, "login-address", address, ADDRESS);
}

/**
 * Throws 429 when this address has to wait at the account. Takes its point before the password is
 * looked at, so that parallel tries count.
 */
export async function takeTry(
  rateLimits: RateLimits,
  account: string,
  address: string,
): Promise<void> {
  const pair = `${account} ${address}`;
  if ((await rateLimits.blockedFor("login-account", account, ACCOUNT)) > 0)
    await refuseWhenBlocked(rateLimits, "login-pair", pair, STRANGER);
  await rateLimits.consume("login-pair", pair, PAIR);
  await rateLimits.consume("login-account", account, ACCOUNT).catch(() => undefined);
}

/**
 * After a right password or code the address starts afresh at this account, and the account has
 * its try back: people who come in are no guesses, however many do.
 */
export async function forgetTries(
  rateLimits: RateLimits,
  account: string,
  address: string,
): Promise<void> {
  await Promise.all([
    rateLimits.reset("login-pair", `${account} ${address}`, PAIR),
    rateLimits.giveBack("login-account", account, ACCOUNT),
  ]);
}

/** Counts a wrong password against the address, whatever the account. */
export async function countFailure(rateLimits: RateLimits, address: string): Promise<void> {
  await rateLimits.consume("login-address", address, ADDRESS).catch(() => undefined);
}

/** Limits the codes of the second step, and passwords typed again, like those of the login. */
export async function takeCodeTry(
  rateLimits: RateLimits,
  tenantId: string,
  loginId: string,
  address: string,
): Promise<void> {
  await refuseBlockedAddress(rateLimits, address);
  await takeTry(rateLimits, codeKey(tenantId, loginId), address);
}

export async function forgetCodeTries(
  rateLimits: RateLimits,
  tenantId: string,
  loginId: string,
  address: string,
): Promise<void> {
  await forgetTries(rateLimits, codeKey(tenantId, loginId), address);
}

async function refuseWhenBlocked(
  rateLimits: RateLimits,
  name: string,
  key: string,
  limit: Limit,
): Promise<void> {
  const seconds = await rateLimits.blockedFor(name, key, limit);
  if (seconds > 0) {
    throw new AppError("TOO_MANY_REQUESTS", {
      detail: `Zu viele Versuche. Bitte warten Sie ${Math.ceil(seconds / 60)} Minuten und versuchen Sie es dann noch einmal.`,
      retryAfterSeconds: seconds,
    });
  }
}
