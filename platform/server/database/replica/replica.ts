import type { LiveBus } from "../../live.ts";
import type { Connections } from "../connections.ts";
import { Freshness } from "./freshness.ts";

const LOOK_EVERY_MS = 1_000;
/** As a number of bytes; null on a server that follows none. */
const REPLAYED = `SELECT CASE WHEN pg_is_in_recovery()
  THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text END AS position`;
const WRITTEN = "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::text AS position";

interface Position extends Record<string, unknown> {
  position: string | null;
}

interface Servers {
  primary: Connections;
  replica: Connections;
  live: LiveBus;
}

/** A streaming replica: measured every second, so that it is known whom it may serve. */
export class Replica {
  readonly connections: Connections;
  readonly #primary: Connections;
  readonly #live: LiveBus;
  readonly #freshness = new Freshness();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ primary, replica, live }: Servers) {
    this.connections = replica;
    this.#primary = primary;
    this.#live = live;
    live.onInvalidate((tenantId) => this.#freshness.changed(tenantId, performance.now()));
    this.#lookSoon();
  }

  /** Whether it shows a club everything that this process knows to have happened there. */
  mayServe(tenantId: string): boolean {
    return this.#live.isFollowing() && this.#freshness.mayServe(tenantId, performance.now());
  }

  /** It did not answer; the primary serves until it was measured again. */
  failed(): void {
    this.#freshness.lost();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.connections.close();
  }

  #lookSoon(): void {
    this.#timer = setTimeout(
      () => void this.#look().then(() => this.#closed || this.#lookSoon()),
      LOOK_EVERY_MS,
    );
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const at = performance.now();
    try {
      // While the primary is away nothing new is known, and what is known grows old.
      const written = await positionOf(this.#primary, WRITTEN).catch(() => undefined);
      const replayed = await positionOf(this.connections, REPLAYED);
      if (replayed === undefined) return this.failed();
      if (written !== undefined) this.#freshness.written(at, written);
      this.#freshness.replayed(replayed);
    } catch {
      this.failed();
    }
  }
}

async function positionOf(connections: Connections, text: string): Promise<bigint | undefined> {
  const [row] = await connections.query<Position>(text, []);
  return row?.position == null ? undefined : BigInt(row.position);
}
