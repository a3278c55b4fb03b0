import type { FastifyReply, FastifyRequest } from "fastify";
import type { TenantRow } from "./principal.ts";

/** From here on the request's lines in the log name its club: one that is there, not what was asked. */
export function nameTenant(
  request: FastifyRequest,
  reply: FastifyReply,
  { name }: Pick<TenantRow, "name">,
): void {
  const log = request.log.child({ tenant: name });
  request.log = log;
  reply.log = log;
}
