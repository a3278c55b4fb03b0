import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "#platform/server/secrets.ts";

/**
 * Names a mail in its unsubscribe link. Signed, so that others can't be unsubscribed by guessing.
 */
export function subscriptionToken(secrets: Secrets, tenantId: string, mailId: string): string {
  return `${mailId}.${signature(secrets, tenantId, mailId).toString("base64url")}`;
}

/** The mail's id, or undefined for a token that is none of this club's. */
export function mailOfToken(secrets: Secrets, tenantId: string, token: string): string | undefined {
  const [, mailId, signed] = /^([0-9a-f-]{36})\.([\w-]{27,43})$/.exec(token) ?? [];
  if (mailId === undefined || signed === undefined) return undefined;
  const [given, right] = [Buffer.from(signed, "base64url"), signature(secrets, tenantId, mailId)];
  return given.length === right.length && timingSafeEqual(given, right) ? mailId : undefined;
}

function signature(secrets: Secrets, tenantId: string, mailId: string): Buffer {
  return createHmac("sha256", secrets.derive("message-mail-subscription"))
    .update(`${tenantId} ${mailId}`)
    .digest()
    .subarray(0, 24);
}
