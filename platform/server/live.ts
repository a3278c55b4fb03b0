import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { PrimaryClient } from "./database/hosts/primary-client.ts";

/** What changed: the kind of thing and ids, never content. Pages refetch with their own rights. */
export interface Change {
  tenantId: string;
  /** Table-like noun as in the contract: `user`, `group`, `membership`, `tenant`… */
  kind: string;
  ids: readonly string[];
  /** More things changed than are named: `ids` is empty then. */
  many: boolean;
}

export interface LiveBus {
  /**
   * Calls back for every change that any process commits.
   * @param missed called when changes may have been missed, because the connection to the database
   * was lost
   */
  subscribe(listener: (change: Change) => void, missed?: () => void): () => void;
  /**
   * Calls back as soon as this process commits, and on `subscribe`'s changes: for dropping caches.
   */
  onInvalidate(listener: (tenantId: string) => void): void;
  /** Whether changes that other processes commit are heard of at the moment. */
  isFollowing(): boolean;
  /**
   * Fulfilled once `subscribe`'s listeners have heard of everything that was committed before the
   * call; with false where the connection is lost and they may not have.
   */
  heardAll(): Promise<boolean>;
  /** Called by the database access after each commit of this process. */
  changedHere(tenantId: string): void;
  start(connectionString: string, log: Logger): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = "vereinsheim_change";
const RECONNECT_MS = 1_000;
const CONNECT_LIMIT_MS = 5_000;
/** A connection that is cut without a word (a dead network) is noticed by asking. */
const PROBE_EVERY_MS = 10_000;
const PROBE_LIMIT_MS = 5_000;

interface Connection {
  /** Fulfilled when it is lost. */
  lost: Promise<unknown>;
}

/** LISTEN/NOTIFY between the processes of one database; triggers on the tables send the changes. */
export function createLiveBus(): LiveBus {
  const subscribers = new Set<{ listener: (change: Change) => void; missed: () => void }>();
  const invalidators = new Set<(tenantId: string) => void>();
  const closing = new AbortController();
  let client: PrimaryClient | undefined;
  let following = false;

  const invalidate = (tenantId: string) => {
    for (const listener of invalidators) listener(tenantId);
  };

  function receive({ payload }: { payload?: string | undefined }): void {
    const change = parseChange(payload);
    if (change === undefined) return;
    invalidate(change.tenantId);
    for (const { listener } of subscribers) listener(change);
  }

  async function connect(connectionString: string): Promise<Connection> {
    const next = new PrimaryClient({
      connectionString,
      application_name: "vereinsheim-live",
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: PROBE_LIMIT_MS,
    });
    next.on("notification", receive);
    const lost = new Promise<unknown>((resolve) => {
      // Stays: a second error of a connection that is given up already would be unhandled.
      next.on("error", resolve);
      next.once("end", resolve);
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      void next.end().catch(() => {});
      throw error;
    }
    client = next;
    following = true;
    const probe = setInterval(
      () => void next.query("SELECT").catch((error: unknown) => next.emit("error", error)),
      PROBE_EVERY_MS,
    );
    return {
      lost: lost.then((error) => {
        following = false;
        clearInterval(probe);
        next.removeListener("notification", receive);
        void next.end().catch(() => {});
        return error;
      }),
    };
  }

  /** What was missed in between is unknown: every cache goes, and who follows changes is told. */
  function caughtUp(): void {
    invalidate("*");
    for (const { missed } of subscribers) missed();
  }

  async function stayConnected(
    first: Connection,
    connectionString: string,
    log: Logger,
  ): Promise<void> {
    let connection: Connection | undefined = first;
    for (;;) {
      const error = await connection?.lost;
      if (closing.signal.aborted) return;
      if (connection !== undefined) {
        log.warn({ err: error }, "live connection lost");
        invalidate("*");
      }
      await wait(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      connection = await connect(connectionString).catch(() => undefined);
      if (connection === undefined) continue;
      log.info("live connection is back");
      caughtUp();
    }
  }

  return {
    subscribe(listener, missed = () => {}) {
      const subscriber = { listener, missed };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    onInvalidate: (listener) => void invalidators.add(listener),
    isFollowing: () => following,
    async heardAll() {
      const asked = client;
      if (!following || asked === undefined) return false;
      // PostgreSQL sends what others have announced before it is ready for the next question.
      return asked.query("SELECT").then(
        () => following && asked === client,
        () => false,
      );
    },
    changedHere: invalidate,
    async start(connectionString, log) {
      const connection = await connect(connectionString);
      invalidate("*");
      void stayConnected(connection, connectionString, log);
    },
    async close() {
      closing.abort();
      await client?.end().catch(() => {});
    },
  };
}

/** Reads a notification: tenant, kind and ids, or `*` where there are too many to name. */
function parseChange(payload: string | undefined): Change | undefined {
  const [tenantId, kind, ...ids] = (payload ?? "").split(" ");
  if (tenantId === undefined || kind === undefined) return undefined;
  const many = ids[0] === "*";
  return { tenantId, kind, ids: many ? [] : ids, many };
}
