import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { keepFirst, keptIn } from "./kept-file.ts";

/** Keys derived from the installation's one secret; each purpose has its own. */
export interface Secrets {
  /** AES-256-GCM; what was encrypted for one purpose can't be decrypted for another. */
  encrypt(purpose: string, plain: string): string;
  decrypt(purpose: string, ciphertext: string): string;
  /** 32 bytes, the same on every process with the same secret. */
  derive(purpose: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(secret: string): Secrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "vereinsheim", purpose, 32));
  return {
    derive,
    encrypt(purpose, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", derive(purpose), nonce);
      return Buffer.concat([
        nonce,
        cipher.update(plain, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString("base64url");
    },
    decrypt(purpose, ciphertext) {
      const bytes = Buffer.from(ciphertext, "base64url");
      const decipher = createDecipheriv(
        "aes-256-gcm",
        derive(purpose),
        bytes.subarray(0, NONCE_BYTES),
      );
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString("utf8");
    },
  };
}

/**
 * The secret of an installation without APP_SECRET: made once, kept below DATA_DIR, readable by its
 * owner only.
 * @param made becomes the secret where there is none yet
 */
export async function installationSecret(
  dataDir: string,
  made: string = randomBytes(32).toString("base64url"),
): Promise<string> {
  return keepFirst(secretPath(dataDir), made);
}

/** The same secret, where it was made already. */
export async function keptSecret(dataDir: string): Promise<string | undefined> {
  return keptIn(secretPath(dataDir));
}

function secretPath(dataDir: string): string {
  return join(dataDir, "secret");
}
