import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { IdentityServer } from "./identity-server.ts";

interface Box {
  name: string;
  path: string;
  seconds: number;
  value: object;
}

const envelope = z.object({ until: z.number(), value: z.unknown() });

/** Lets the browser carry a note that only this server can read and write, for some minutes. */
export function writeBox(
  identity: IdentityServer,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path, seconds, value }: Box,
): void {
  const text = JSON.stringify({ until: Date.now() + seconds * 1000, value });
  const box = identity.services.secrets.encrypt(purpose(identity, request, name), text);
  const secure = identity.secureCookies(request) ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${name}=${box}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** The note, unless it is missing, too old, of another kind or of another tenant. */
export function readBox<T>(
  identity: IdentityServer,
  request: FastifyRequest,
  name: string,
  schema: z.ZodType<T>,
): T | undefined {
  const box = request.headers.cookie
    ?.split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (box === undefined) return undefined;
  let text: string;
  try {
    text = identity.services.secrets.decrypt(purpose(identity, request, name), box);
  } catch {
    return undefined;
  }
  const { until, value } = envelope.parse(JSON.parse(text));
  return until > Date.now() ? schema.safeParse(value).data : undefined;
}

function purpose(identity: IdentityServer, request: FastifyRequest, name: string): string {
  return `${name} ${identity.realm(request).tenant.id}`;
}
