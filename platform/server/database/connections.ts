import type pg from "pg";
import { gatherWrites } from "./gather-writes.ts";

/** So long a connection waits for its next user by itself before it goes back into the pool. */
const WARM_MS = 5;

export interface ConnectionUse {
  busy: number;
  idle: number;
  /** Who waits for one. */
  waiting: number;
  limit: number;
}

/**
 * The connections of a pool. None is given to anybody inside a transaction. Where one request
 * follows another the last connection goes from hand to hand: to give it back into the pool and
 * take it out again costs as much as a short statement.
 */
export class Connections {
  readonly #pool: pg.Pool;
  readonly #warm: pg.PoolClient[] = [];
  readonly #broken = new WeakSet<pg.PoolClient>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on("connect", (client) => client.on("error", () => void this.#broken.add(client)));
  }

  /** Returns a connection outside of any transaction. */
  async take(): Promise<pg.PoolClient> {
    for (let client = this.#warm.pop(); client !== undefined; client = this.#warm.pop()) {
      if (!this.#broken.has(client)) return client;
      client.release(true);
    }
    return this.#pool.connect();
  }

  /** Takes one back. Only one that works and is in no transaction is used again. */
  giveBack(client: pg.PoolClient, works = true): void {
    // Inside a transaction it would carry the club to its next user.
    if (!works || this.#broken.has(client) || client.getTransactionStatus() !== "I")
      return client.release(true);
    if (this.#pool.waitingCount > 0) return client.release();
    this.#warm.push(client);
    this.#timer ??= setTimeout(() => this.#coolDown(), WARM_MS);
  }

  /** Takes one back that has refused something, once it is known to be in no transaction. */
  giveBackRefused(client: pg.PoolClient): void {
    client.query("SELECT").then(
      () => this.giveBack(client),
      () => client.release(true),
    );
  }

  /** Begins a transaction; what is asked in the same turn rides along. */
  async begin(
    beginning: (client: pg.PoolClient) => string,
  ): Promise<{ client: pg.PoolClient; begun: Promise<pg.QueryResult> }> {
    const client = await this.take();
    gatherWrites(client);
    return { client, begun: client.query(beginning(client)) };
  }

  /** Runs one statement outside of any transaction. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const client = await this.take();
    try {
      const { rows } = await client.query<Row>(text, values);
      this.giveBack(client);
      return rows;
    } catch (error) {
      this.giveBackRefused(client);
      throw error;
    }
  }

  use(): ConnectionUse {
    const { totalCount, idleCount, waitingCount: waiting, options } = this.#pool;
    const idle = idleCount + this.#warm.length;
    return { busy: totalCount - idle, idle, waiting, limit: options.max };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#coolDown();
    await this.#pool.end();
  }

  #coolDown(): void {
    this.#timer = undefined;
    for (const client of this.#warm.splice(0)) client.release(this.#broken.has(client));
  }
}
