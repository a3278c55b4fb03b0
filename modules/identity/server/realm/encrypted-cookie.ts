import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Secrets } from "#platform/server/secrets.ts";
import type { IdentityServer } from "./identity-server.ts";

interface EncryptedCookie {
  name: string;
  path: string;
  seconds: number;
  value: object;
}

interface SealedCookie extends EncryptedCookie {
  /** Bound into the encryption: a cookie opens only for what it was made for. */
  purpose: string;
  sameSite: "Strict" | "Lax";
  secure: boolean;
}

const envelope = z.object({ until: z.number(), value: z.unknown() });

/** Returns the `Set-Cookie` line of a value that only this server can read and write. */
export function sealCookie(secrets: Secrets, cookie: SealedCookie): string {
  const { name, purpose, path, seconds, value } = cookie;
  const text = JSON.stringify({ until: Date.now() + seconds * 1000, value });
  const ciphertext = secrets.encrypt(purpose, text);
  const { sameSite, secure } = cookie;
  return `${name}=${ciphertext}; Path=${path}; Max-Age=${seconds}; SameSite=${sameSite}; HttpOnly${secure ? "; Secure" : ""}`;
}

/**
 * Returns the value of the cookie `name` in a `Cookie` header; undefined when it is missing, too
 * old or was made for another purpose.
 */
export function openCookie<T>(
  secrets: Secrets,
  header: string | undefined,
  { name, purpose }: Pick<SealedCookie, "name" | "purpose">,
  schema: z.ZodType<T>,
): T | undefined {
  const ciphertext = header
    ?.split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (ciphertext === undefined) return undefined;
  let text: string;
  try {
    text = secrets.decrypt(purpose, ciphertext);
  } catch {
    return undefined;
  }
  const { until, value } = envelope.parse(JSON.parse(text));
  return until > Date.now() ? schema.safeParse(value).data : undefined;
}

/** Lets the browser carry a value that only this server can read and write, for some minutes. */
export function writeEncryptedCookie(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: EncryptedCookie,
): void {
  const line = sealCookie(identity.services.secrets, {
    ...cookie,
    purpose: purposeOf(identity, request, cookie.name),
    sameSite: "Strict",
    secure: identity.secureCookies(request),
  });
  reply.header("set-cookie", line);
}

/** Lets the browser forget a cookie. */
export function dropCookie(reply: FastifyReply, name: string, path: string): void {
  reply.header("set-cookie", `${name}=; Path=${path}; Max-Age=0; SameSite=Strict; HttpOnly`);
}

/**
 * Returns the cookie's value; undefined when it is missing, too old, of another kind or of another
 * tenant.
 */
export function readEncryptedCookie<T>(
  identity: IdentityServer,
  request: FastifyRequest,
  name: string,
  schema: z.ZodType<T>,
): T | undefined {
  const purpose = purposeOf(identity, request, name);
  return openCookie(identity.services.secrets, request.headers.cookie, { name, purpose }, schema);
}

/** Bound into the encryption, so that a cookie of one kind or tenant does not open as another. */
function purposeOf(identity: IdentityServer, request: FastifyRequest, name: string): string {
  return `${name} ${identity.realm(request).tenant.id}`;
}
