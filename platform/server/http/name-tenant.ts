import type { FastifyRequest } from "fastify";
import type { TenantRow } from "./principal.ts";
import { RequestLog } from "./request-log.ts";

/** From here on the request's lines in the log name its club: one that is there, not what was asked. */
export function nameTenant({ log }: FastifyRequest, { name }: Pick<TenantRow, "name">): void {
  if (log instanceof RequestLog) log.name({ tenant: name });
}
