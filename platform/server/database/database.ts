import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { Connections, type ConnectionUse } from "./connections.ts";
import {
  isLost,
  isOutdated,
  isReplicasOwn,
  isRetryable,
  isTooSlow,
  translateError,
  unavailable,
  uncommitted,
  unreplicated,
} from "./database-errors.ts";
import { DatabaseRoom } from "./database-room.ts";
import { handleOn, inTransaction, inTurns, type OpenTransaction } from "./kysely-handle.ts";
import type { LiveBus } from "../live.ts";
import type { Tables } from "./tables.ts";
import { isPlannedForOnce } from "./planning.ts";
import { Replica } from "./replica/replica.ts";
import { isReplicated } from "./replicated.ts";
import { type Beginning, readingOf, writingOf } from "./turn.ts";
import { swallowed, Turns } from "./turns.ts";
import { bulkPool, replicaPool, requestPool } from "./open-pool.ts";
import { StatementNames } from "./statement-names.ts";
import { typeParsers } from "./type-parsers.ts";

/** Who changes something, and by which way; the change history takes it from the transaction. */
export interface Actor {
  /** The acting member, null for the system. */
  userId: string | null;
  name: string;
  kind: "USER" | "IMPORT" | "SYSTEM";
  way: "UI" | "PROFILE" | "IMPORT" | "REVERT" | "SYSTEM";
  importRunId?: string;
}

export function systemActor(name = "System"): Actor {
  return { userId: null, name, kind: "SYSTEM", way: "SYSTEM" };
}

/** Who uses a public address, without login. */
export const GUEST: Actor = { userId: null, name: "Gast", kind: "SYSTEM", way: "UI" };

const connection = Symbol("connection");

/**
 * A transaction bound to one tenant. Opaque: only `sqlOf`, allowed in queries files alone, turns it
 * into SQL.
 */
export class ReadTx {
  readonly tenantId: string;
  readonly [connection]: Kysely<Tables>;
  constructor(tenantId: string, handle: Kysely<Tables>) {
    this.tenantId = tenantId;
    this[connection] = handle;
  }
}

/** A transaction that may change rows. */
export class WriteTx extends ReadTx {
  readonly actor: Actor;
  constructor(tenantId: string, handle: Kysely<Tables>, actor: Actor) {
    super(tenantId, handle);
    this.actor = actor;
  }
}

/**
 * The SQL door, typed by the database's catalogue. Import it in `*queries.ts` only; the boundaries
 * check refuses it elsewhere.
 */
export function sqlOf(tx: ReadTx): Kysely<Tables> {
  return tx[connection];
}

export interface Database {
  /**
   * Runs in a read-only transaction that sees one tenant's rows; on the replica, where there is one
   * and `mayLag`, if that shows what this process knows to have happened.
   */
  read<T>(
    tenantId: string,
    work: (tx: ReadTx) => Promise<T>,
    options?: { mayLag?: boolean },
  ): Promise<T>;
  /**
   * Runs in a transaction that sees and changes one tenant's rows; committed when `work` resolves.
   */
  write<T>(tenantId: string, actor: Actor, work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /**
   * Like `write`, for work that asks all it has to ask at once, which is committed before it hears
   * an answer: whatever it does with that undoes nothing.
   */
  writeAtOnce<T>(tenantId: string, actor: Actor, work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /** Like `write`, for bulk work: own pool, time limit of minutes instead of seconds. */
  bulk<T>(tenantId: string, actor: Actor, work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /** Continues an open transaction under another way of acting. */
  join<T>(tx: WriteTx, actor: Actor, work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /** Rows without tenant context: only the functions that look tenants up. */
  queryWithoutTenant<Row>(text: string, values: unknown[]): Promise<Row[]>;
  ping(): Promise<void>;
  /** Returns how the connections of this process are used. */
  connections(): PoolUse[];
  close(): Promise<void>;
}

export interface PoolUse extends ConnectionUse {
  pool: "requests" | "bulk" | "replica";
}

interface Options {
  connectionString: string;
  /** A replica of the same database. */
  replicaUrl?: string | undefined;
  /** Connections for requests. */
  poolSize?: number;
  live: LiveBus;
  /** Hears of writes that are refused for want of space. */
  room?: DatabaseRoom;
}

/** Where transactions get their connections. */
interface Source {
  connections: Connections;
  names?: StatementNames;
}

export function openDatabase({
  connectionString,
  replicaUrl,
  poolSize = 12,
  live,
  room = new DatabaseRoom(),
}: Options): Database {
  const answering = {
    types: typeParsers,
    unavailable: (cause: unknown) => unavailable(cause, room),
  };
  const requests = {
    ...answering,
    connections: new Connections(requestPool(connectionString, poolSize)),
    names: new StatementNames(),
  };
  // What takes minutes is planned for what it is about.
  const bulk: Source = {
    connections: new Connections(bulkPool(connectionString, 3)),
  };
  const replica =
    replicaUrl === undefined
      ? undefined
      : new Replica({
          primary: requests.connections,
          replica: new Connections(replicaPool(replicaUrl, poolSize)),
          live,
        });
  const replicaNames = new StatementNames();

  /** Ends with a COMMIT that is waited for. */
  async function transaction<T>(
    source: Source,
    tenantId: string,
    actor: Actor,
    work: (handle: Kysely<Tables>) => Promise<T>,
  ): Promise<T> {
    // Begun without waiting: the first real statement rides in the same write. A failure shows
    // there too, because the transaction is then aborted; the rejections are collected below.
    const { client, begun } = await source.connections
      .begin((taken) => beginning(taken, tenantId, actor))
      .catch(async (error: unknown) => {
        throw await unavailable(error, room);
      });
    begun.catch(() => {});
    const kept = isPlannedForOnce() ? undefined : source.names;
    const open: OpenTransaction = { client, names: kept, over: false };
    let isOver = false;
    try {
      let result: T;
      try {
        result = await work(handleOn(inTransaction(open)));
        await begun;
        open.over = true;
      } catch (error) {
        open.over = true;
        forgetPlans(source.names, error);
        await client.query("ROLLBACK");
        isOver = true;
        throw error;
      }
      const ended = await client.query("COMMIT").catch((error: unknown) => {
        throw uncommitted(error);
      });
      if (!isReplicated(client)) throw unreplicated();
      isOver = true;
      // After a swallowed error PostgreSQL answers COMMIT with ROLLBACK and without an error.
      if (ended.command !== "COMMIT") throw swallowed();
      return result;
    } catch (error) {
      throw await translateError(error, room);
    } finally {
      // A client whose transaction did not end would carry the tenant to its next user.
      if (isOver) source.connections.giveBack(client);
      else client.release(true);
    }
  }

  async function inTurnsOf<T>(
    source: typeof requests,
    course: { beginning: Beginning; most: number },
    work: (handle: Kysely<Tables>) => Promise<T>,
  ): Promise<T> {
    const turns = new Turns(source, {
      ...course,
      names: isPlannedForOnce() ? undefined : source.names,
    });
    try {
      const result = await work(handleOn(inTurns(turns)));
      turns.end();
      return result;
    } catch (error) {
      turns.abandon();
      forgetPlans(source.names, error);
      throw error;
    }
  }

  async function reading<T>(
    tenantId: string,
    work: (tx: ReadTx) => Promise<T>,
    { mayLag = false } = {},
  ): Promise<T> {
    if (mayLag && replica?.mayServe(tenantId) === true) {
      const { connections } = replica;
      try {
        const source = { ...answering, connections, names: replicaNames };
        return await readingAt(source, tenantId, work);
      } catch (error) {
        if (!isReplicasOwn(error)) throw error;
        replica.failed();
      }
    }
    return readingAt(requests, tenantId, work);
  }

  async function readingAt<T>(
    source: typeof requests,
    tenantId: string,
    work: (tx: ReadTx) => Promise<T>,
  ): Promise<T> {
    const course = { beginning: readingOf(tenantId), most: Infinity };
    const read = () => inTurnsOf(source, course, (handle) => work(new ReadTx(tenantId, handle)));
    return read()
      .catch((error: unknown) => {
        if (isOutdated(error)) return read();
        throw error;
      })
      .catch(async (error: unknown) => {
        throw await translateError(error, room);
      });
  }

  async function atOnce<T>(
    tenantId: string,
    actor: Actor,
    work: (tx: WriteTx) => Promise<T>,
  ): Promise<T> {
    const course = { beginning: writingOf(tenantId, actor), most: 1 };
    try {
      return await inTurnsOf(requests, course, (handle) =>
        work(new WriteTx(tenantId, handle, actor)),
      );
    } catch (error) {
      // The commit comes with the answer: without one it may have happened.
      throw await translateError(isLost(error) ? uncommitted(error) : error, room);
    }
  }

  async function writing<T>(tenantId: string, write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await write();
        live.changedHere(tenantId);
        room.written();
        return result;
      } catch (error) {
        if (attempt < 3 && (isRetryable(error) || isOutdated(error))) continue;
        throw error;
      }
    }
  }

  const writingIn =
    (source: Source) =>
    <T>(tenantId: string, actor: Actor, work: (tx: WriteTx) => Promise<T>) =>
      writing(tenantId, () =>
        transaction(source, tenantId, actor, (handle) =>
          work(new WriteTx(tenantId, handle, actor)),
        ),
      );

  return {
    read: reading,
    write: writingIn(requests),
    writeAtOnce: (tenantId, actor, work) => writing(tenantId, () => atOnce(tenantId, actor, work)),
    bulk: writingIn(bulk),
    async join(tx, actor, work) {
      await setLocal(tx, "app.actor", JSON.stringify(actor));
      return work(new WriteTx(tx.tenantId, tx[connection], actor));
    },
    async queryWithoutTenant<Row>(text: string, values: unknown[]) {
      try {
        return (await requests.connections.query(text, values)) as Row[];
      } catch (error) {
        throw await translateError(error, room);
      }
    },
    async ping() {
      await requests.connections.query("SELECT 1", []);
    },
    connections: () => [
      { pool: "requests", ...requests.connections.use() },
      { pool: "bulk", ...bulk.connections.use() },
      ...(replica === undefined
        ? []
        : [{ pool: "replica" as const, ...replica.connections.use() }]),
    ],
    async close() {
      await replica?.close();
      await Promise.all([requests.connections.close(), bulk.connections.close()]);
    },
  };
}

/** A kept plan may be one of days when a table was small, or had other columns. */
function forgetPlans(names: StatementNames | undefined, error: unknown): void {
  if (isOutdated(error) || isTooSlow(error)) names?.renew();
}

/**
 * One message instead of three: fewer system calls on both sides, and nothing for the planner to
 * do.
 */
function beginning(client: pg.PoolClient, tenantId: string, actor: Actor): string {
  const acting = client.escapeLiteral(JSON.stringify(actor));
  return `BEGIN; SET LOCAL app.tenant_id = ${client.escapeLiteral(tenantId)}; SET LOCAL app.actor = ${acting}`;
}

/** Sets a transaction-local note that triggers read; `sql` stays inside the platform. */
export async function setLocal(tx: WriteTx, name: `app.${string}`, value: string): Promise<void> {
  await sql`SELECT set_config(${name}, ${value}, true)`.execute(tx[connection]);
}
