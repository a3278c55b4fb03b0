import type pg from "pg";
import { gatherWrites } from "./gather-writes.ts";

/** So long a transaction that has read stays open when nobody takes its connection. */
const ENDS_AFTER_MS = 2;

export interface ConnectionUse {
  busy: number;
  idle: number;
  /** Who waits for one. */
  waiting: number;
  limit: number;
}

/**
 * The connections of a pool. The end of a transaction that has read travels with the beginning of
 * the next one on its connection, where one follows at once: by itself it is a write and an answer
 * more on both sides. No connection is given to anybody in an old transaction: whoever takes one
 * begins with its end.
 */
export class Connections {
  readonly #pool: pg.Pool;
  /** In the pool, and still in the transaction of whoever had them. */
  readonly #open = new Set<pg.PoolClient>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Returns a connection on which this is said first: what begins a transaction. */
  async take(
    beginning: (client: pg.PoolClient) => string,
  ): Promise<{ client: pg.PoolClient; begun: Promise<pg.QueryResult> }> {
    const client = await this.#pool.connect();
    const end = this.#open.delete(client) ? "COMMIT; " : "";
    gatherWrites(client);
    return { client, begun: client.query(end + beginning(client)) };
  }

  /** Gives back a connection whose transaction has only read and not failed. */
  giveBackOpen(client: pg.PoolClient): void {
    this.#open.add(client);
    client.release();
    this.#timer ??= setTimeout(() => this.#endAll(), ENDS_AFTER_MS);
  }

  /** Runs one statement outside of any transaction. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      if (this.#open.delete(client)) await client.query("COMMIT");
      const { rows } = await client.query<Row>(text, values);
      broken = false;
      return rows;
    } catch (error) {
      // A refused statement leaves its connection as it was.
      broken = client.getTransactionStatus() !== "I";
      throw error;
    } finally {
      client.release(broken);
    }
  }

  use(): ConnectionUse {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool;
    return { busy: totalCount - idle, idle, waiting, limit: options.max };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#endAll();
    await this.#pool.end();
  }

  #endAll(): void {
    this.#timer = undefined;
    for (const client of this.#open) {
      // One that breaks meanwhile is taken out by the pool.
      client.query("COMMIT").catch(() => {});
    }
    this.#open.clear();
  }
}
