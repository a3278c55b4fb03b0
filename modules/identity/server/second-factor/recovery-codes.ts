import { createHmac, randomInt } from "node:crypto";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { consumeRecoveryCode, replaceRecoveryCodes } from "./second-factor-queries.ts";

const RECOVERY_CODES = 10;
const CODE_LETTERS = 12;
/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

type Needs = Pick<Services, "secrets">;

/** Returns new recovery codes in place of the old ones; they are shown once and kept as hashes. */
export async function newRecoveryCodes(
  services: Needs,
  tx: WriteTx,
  loginId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await replaceRecoveryCodes(
    tx,
    loginId,
    codes.map((code) => hashRecoveryCode(services, code)),
  );
  return codes;
}

/** Returns true for the one use of a code. */
export async function acceptRecoveryCode(
  services: Needs,
  tx: WriteTx,
  loginId: string,
  code: string,
): Promise<boolean> {
  return consumeRecoveryCode(tx, loginId, hashRecoveryCode(services, code));
}

function newCode(): string {
  const letters = Array.from(
    { length: CODE_LETTERS },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** The same for a code however it is typed: in capitals, with spaces, without hyphens. */
function hashRecoveryCode({ secrets }: Needs, code: string): string {
  return createHmac("sha256", secrets.derive("recovery-codes"))
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest("base64url");
}
