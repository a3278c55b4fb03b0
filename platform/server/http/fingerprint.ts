import { createHash } from "node:crypto";

/** Returns what tells a request from others under the same Idempotency-Key. */
export function fingerprintOf(place: string, content: string): string {
  return createHash("sha256").update(`${place}\n${content}`).digest("hex");
}
