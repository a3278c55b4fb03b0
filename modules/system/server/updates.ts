import type { ServerResponse } from "node:http";
import { notFound } from "#platform/server/http/app-error.ts";
import type { Call } from "#platform/server/http/implement.ts";
import type { Authenticate, FindTenant } from "#platform/server/http/principal.ts";
import type { systemContract } from "../contract.ts";
import { type Listener, reread, type UpdateHub } from "./update-hub.ts";

const KEEP_ALIVE_MS = 20_000;
/** Who does not read what is sent is let go before it fills the memory; the page connects again. */
const UNREAD_LIMIT = 256 * 1024;

interface Checks {
  authenticate: Authenticate;
  findTenant: FindTenant;
}

/**
 * Sends `change` events `{ kind, ids }` until the page goes away, its log-in ends or the club is
 * suspended.
 */
export function streamUpdates(
  call: Call<typeof systemContract.listenToUpdates>,
  hub: UpdateHub,
  open: OpenStreams,
  { authenticate, findTenant }: Checks,
): void {
  const { reply, tenant, principal, query, request } = call;
  const token = (request.headers.authorization ?? "").slice("Bearer ".length);
  reply.hijack();
  const response = reply.raw;
  const closed = open.add(response);
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  response.write("retry: 2000\n\n");

  const listener: Listener = {
    tenantId: tenant.id,
    principal,
    log: request.log,
    async reread() {
      if ((await findTenant(tenant.name)) === undefined) throw notFound();
      return authenticate(tenant, token);
    },
    send(text) {
      if (response.writableEnded || response.destroyed) return;
      if (response.writableLength > UNREAD_LIMIT) response.destroy();
      else response.write(text);
    },
    end: () => void response.end(),
  };
  const leave = hub.add(listener, query.missed);
  const alive = setInterval(
    () => void reread(listener).then((stays) => stays && listener.send(": alive\n\n")),
    KEEP_ALIVE_MS,
  );
  response.once("close", () => {
    clearInterval(alive);
    leave();
    closed();
  });
}

/** The update streams of one server. */
export class OpenStreams {
  readonly #responses = new Set<ServerResponse>();

  get count(): number {
    return this.#responses.size;
  }

  /** Returns what takes it out again. */
  add(response: ServerResponse): () => void {
    this.#responses.add(response);
    return () => void this.#responses.delete(response);
  }

  /** At shutdown: they would keep the server from closing; pages reconnect elsewhere. */
  end(): void {
    for (const response of this.#responses) response.end();
  }
}
