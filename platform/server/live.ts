import pg from "pg";
import type { Logger } from "pino";

/** What changed: the kind of thing and ids, never content. Pages refetch with their own rights. */
export interface Change {
  tenantId: string;
  /** Table-like noun as in the contract: `user`, `group`, `membership`, `tenant`… */
  kind: string;
  ids: string[];
}

export interface LiveBus {
  /** Calls back for every change that any process commits. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Calls back as soon as this process commits, and on `subscribe`'s changes: for dropping caches. */
  onInvalidate(listener: (tenantId: string) => void): void;
  /** Called by the database access after each commit of this process. */
  changedHere(tenantId: string): void;
  start(connectionString: string, log: Logger): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = "vereinsheim_change";
const RECONNECT_MS = 1_000;

/** LISTEN/NOTIFY between the processes of one database; triggers on the tables send the changes. */
export function createLiveBus(): LiveBus {
  const listeners = new Set<(change: Change) => void>();
  const invalidators = new Set<(tenantId: string) => void>();
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const invalidate = (tenantId: string) => {
    for (const listener of invalidators) listener(tenantId);
  };

  async function listen(connectionString: string, log: Logger): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: "vereinsheim-live", keepAlive: true });
    next.on("notification", ({ payload }) => {
      const change = parse(payload);
      if (change === undefined) return;
      invalidate(change.tenantId);
      for (const listener of listeners) listener(change);
    });
    next.on("error", (error) => {
      log.warn({ err: error }, "live connection lost");
      void next.end().catch(() => {});
      // What was missed in between is unknown: every cache goes.
      invalidate("*");
      if (!closed) timer = setTimeout(() => void listen(connectionString, log).catch(() => next.emit("error", error)), RECONNECT_MS);
    });
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    invalidate("*");
    client = next;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onInvalidate: (listener) => void invalidators.add(listener),
    changedHere: invalidate,
    start: listen,
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

function parse(payload: string | undefined): Change | undefined {
  if (payload === undefined) return undefined;
  const [tenantId, kind, ...ids] = payload.split(" ");
  return tenantId === undefined || kind === undefined ? undefined : { tenantId, kind, ids };
}
