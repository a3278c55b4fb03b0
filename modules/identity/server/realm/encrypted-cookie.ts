import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { IdentityServer } from "./identity-server.ts";

interface EncryptedCookie {
  name: string;
  path: string;
  seconds: number;
  value: object;
}

const envelope = z.object({ until: z.number(), value: z.unknown() });

/** Lets the browser carry a value that only this server can read and write, for some minutes. */
export function writeEncryptedCookie(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path, seconds, value }: EncryptedCookie,
): void {
  const text = JSON.stringify({ until: Date.now() + seconds * 1000, value });
  const ciphertext = identity.services.secrets.encrypt(purpose(identity, request, name), text);
  const secure = identity.secureCookies(request) ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${name}=${ciphertext}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
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
  const ciphertext = request.headers.cookie
    ?.split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (ciphertext === undefined) return undefined;
  let text: string;
  try {
    text = identity.services.secrets.decrypt(purpose(identity, request, name), ciphertext);
  } catch {
    return undefined;
  }
  const { until, value } = envelope.parse(JSON.parse(text));
  return until > Date.now() ? schema.safeParse(value).data : undefined;
}

/** Bound into the encryption, so that a cookie of one kind or tenant does not open as another. */
function purpose(identity: IdentityServer, request: FastifyRequest, name: string): string {
  return `${name} ${identity.realm(request).tenant.id}`;
}
