import { generateSecret, generateURI, verify } from "otplib";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { advanceTotp, findTotp, upsertUnconfirmedTotp } from "./second-factor-queries.ts";

export const TOTP_PURPOSE = "totp";
const STEP_SECONDS = 30;
/** One step of a clock that goes wrong, in each direction. */
const TOLERANCE_SECONDS = 30;

type Needs = Pick<Services, "secrets">;

/** A new secret to be shown as QR code; it counts once a first code has been entered. */
export async function beginTotp({ secrets }: Needs, tx: WriteTx, loginId: string): Promise<string> {
  const secret = generateSecret();
  await upsertUnconfirmedTotp(tx, loginId, secrets.encrypt(TOTP_PURPOSE, secret));
  return secret;
}

/** The address behind the QR code. */
export function totpAddress(secret: string, clubName: string, username: string): string {
  return generateURI({ issuer: clubName.replaceAll(":", " "), label: username, secret });
}

/** The secret waiting for its first code. */
export async function unconfirmedSecret(
  { secrets }: Needs,
  tx: WriteTx,
  loginId: string,
): Promise<string | undefined> {
  const totp = await findTotp(tx, loginId);
  return totp === undefined || totp.confirmed
    ? undefined
    : secrets.decrypt(TOTP_PURPOSE, totp.secret);
}

/**
 * Accepts a code of the app once; the step is noted, so that a code seen over the shoulder is worth
 * nothing.
 */
export async function acceptTotp(
  { secrets }: Needs,
  tx: WriteTx,
  loginId: string,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(tx, loginId);
  const digits = code.replace(/\s/g, "");
  if (totp === undefined || !/^\d{6}$/.test(digits)) return false;
  const result = await verify({
    secret: secrets.decrypt(TOTP_PURPOSE, totp.secret),
    token: digits,
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid) return false;
  return advanceTotp(tx, loginId, Math.floor(Date.now() / 1000 / STEP_SECONDS) + result.delta);
}
