import type { Access } from "#platform/contract/route.ts";
import type { Call } from "#platform/server/implement.ts";
import type { Change, LiveBus } from "#platform/server/live.ts";
import { holds, type Principal } from "#platform/server/principal.ts";
import type { systemContract } from "../contract.ts";

const KEEP_ALIVE_MS = 20_000;
const GATHER_MS = 50;

/** Who may hear of changes of a kind; a kind that no module names is heard by nobody. */
export type LiveKinds = ReadonlyMap<string, Access>;

/**
 * Sends `change` events `{ kind, ids }` until the page goes away or its log-in ends. After a reconnect the first
 * event is `resync`: what happened in between is unknown, so pages refetch.
 */
export function streamUpdates(call: Call<typeof systemContract.listenToUpdates>, live: LiveBus, kinds: LiveKinds, stillValid: () => Promise<Principal>): void {
  const { reply, tenant, signal } = call;
  let { principal } = call;
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  response.write("retry: 2000\nevent: resync\ndata: {}\n\n");

  let waiting = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    for (const [kind, ids] of waiting) response.write(`event: change\ndata: ${JSON.stringify({ kind, ids: [...ids] })}\n\n`);
    waiting = new Map();
  };
  const unsubscribe = live.subscribe((change: Change) => {
    if (change.tenantId !== tenant.id) return;
    const own = change.ids.includes(principal.userId);
    if (!own && !mayHear(principal, kinds.get(change.kind))) return;
    const ids = waiting.get(change.kind) ?? new Set();
    for (const id of own && !mayHear(principal, kinds.get(change.kind)) ? [principal.userId] : change.ids) ids.add(id);
    waiting.set(change.kind, ids);
    timer ??= setTimeout(flush, GATHER_MS);
  });
  const alive = setInterval(() => {
    stillValid().then(
      (current) => {
        principal = current;
        response.write(": alive\n\n");
      },
      () => response.end(),
    );
  }, KEEP_ALIVE_MS);
  const end = () => {
    clearInterval(alive);
    clearTimeout(timer);
    unsubscribe();
  };
  signal.addEventListener("abort", end);
  response.once("close", end);
}

function mayHear(principal: Principal, access: Access | undefined): boolean {
  if (access === undefined) return false;
  if (access === "loggedIn" || access === "public") return true;
  return (typeof access === "string" ? [access] : access).some((permission) => holds(principal, permission));
}
