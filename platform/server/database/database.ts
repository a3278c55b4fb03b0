import { Kysely, sql } from "kysely";
import pg from "pg";
import { Connections, type ConnectionUse } from "./connections.ts";
import { AppError } from "../http/app-error.ts";
import { translateError, unavailable, uncommitted } from "./database-errors.ts";
import { DatabaseRoom } from "./database-room.ts";
import { poolTo } from "./hosts/primary-client.ts";
import { type OpenTransaction, singleClientDialect } from "./kysely-dialect.ts";
import type { LiveBus } from "../live.ts";
import type { Tables } from "./tables.ts";
import { isPlannedForOnce } from "./planning.ts";
import { Replica } from "./replica/replica.ts";
import { isReplicated, watchReplication } from "./replicated.ts";
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

const RETRYABLE = new Set(["40001", "40P01"]);
/** Client-side limit of one statement: a hung database answers 503 within 5 s. */
const REQUEST_TIMEOUT_MS = 4_500;
const BULK_TIMEOUT_MS = 10 * 60_000;

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
  const requests: Source = {
    connections: new Connections(pool(connectionString, poolSize, REQUEST_TIMEOUT_MS)),
    names: new StatementNames(),
  };
  // What takes minutes is planned for what it is about.
  const bulk: Source = {
    connections: new Connections(pool(connectionString, 3, BULK_TIMEOUT_MS)),
  };

  const replica =
    replicaUrl === undefined
      ? undefined
      : new Replica({
          primary: requests.connections,
          replica: new Connections(
            pool(replicaUrl, poolSize, REQUEST_TIMEOUT_MS, "vereinsheim-replica"),
          ),
          live,
        });
  const replicaNames = new StatementNames();

  async function transaction<T>(
    { connections, names }: Source,
    tenantId: string,
    actor: Actor | null,
    work: (handle: Kysely<Tables>) => Promise<T>,
  ): Promise<T> {
    // Begun without waiting: the first real statement rides in the same write. A failure shows
    // there too, because the transaction is then aborted; the rejections are collected below.
    const { client, begun } = await connections
      .take((taken) => opening(taken, tenantId, actor))
      .catch(async (error: unknown) => {
        throw await unavailable(error, room);
      });
    begun.catch(() => {});
    const kept = isPlannedForOnce() ? undefined : names;
    const open: OpenTransaction = { client, names: kept, over: false };
    let state: "broken" | "open" | "ended" = "broken";
    try {
      let result: T;
      try {
        result = await work(new Kysely<Tables>({ dialect: singleClientDialect(open) }));
        await begun;
        open.over = true;
      } catch (error) {
        open.over = true;
        // A kept plan may be one of days when a table was small.
        if (isOutdated(error) || isTooSlow(error)) names?.renew();
        await client.query("ROLLBACK");
        state = "ended";
        throw error;
      }
      // Of what was read nothing can be refused any more: nobody waits for the end.
      if (actor === null && client.getTransactionStatus() === "T") {
        state = "open";
        return result;
      }
      const ended = await client.query("COMMIT").catch((error: unknown) => {
        throw actor === null ? error : uncommitted(error);
      });
      if (!isReplicated(client)) throw uncommitted(new Error("not at the synchronous standby"));
      state = "ended";
      // After a swallowed error PostgreSQL answers COMMIT with ROLLBACK and without an error.
      if (ended.command !== "COMMIT")
        throw new Error("transaction was rolled back: a statement's error was swallowed");
      return result;
    } catch (error) {
      throw await translateError(error, room);
    } finally {
      // A client whose transaction did not end would carry the tenant to its next user.
      if (state === "open") connections.giveBackOpen(client);
      else client.release(state === "broken");
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
        return await readingAt({ connections, names: replicaNames }, tenantId, work);
      } catch (error) {
        if (!isReplicasOwn(error)) throw error;
        replica.failed();
      }
    }
    return readingAt(requests, tenantId, work);
  }

  async function readingAt<T>(
    source: Source,
    tenantId: string,
    work: (tx: ReadTx) => Promise<T>,
  ): Promise<T> {
    const read = () =>
      transaction(source, tenantId, null, (handle) => work(new ReadTx(tenantId, handle)));
    return read().catch((error: unknown) => {
      if (isOutdated(error)) return read();
      throw error;
    });
  }

  async function writing<T>(
    source: Source,
    tenantId: string,
    actor: Actor,
    work: (tx: WriteTx) => Promise<T>,
  ) {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await transaction(source, tenantId, actor, (handle) =>
          work(new WriteTx(tenantId, handle, actor)),
        );
        live.changedHere(tenantId);
        room.written();
        return result;
      } catch (error) {
        if (attempt < 3 && (isRetryable(error) || isOutdated(error))) continue;
        throw error;
      }
    }
  }

  return {
    read: reading,
    write: (tenantId, actor, work) => writing(requests, tenantId, actor, work),
    bulk: (tenantId, actor, work) => writing(bulk, tenantId, actor, work),
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

function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? "");
}

/** The replica is away, or has taken back rows that were being read. */
function isReplicasOwn(error: unknown): boolean {
  return (error instanceof AppError && error.status === 503) || isRetryable(error);
}

/** The statement has met its time limit, here or at PostgreSQL. */
function isTooSlow(error: unknown): boolean {
  return (
    error instanceof Error &&
    ((error as pg.DatabaseError).code === "57014" || error.message === "Query read timeout")
  );
}

/**
 * A prepared statement answers other columns than it did: a newer version of the product has just
 * changed a table. Prepared anew it runs.
 */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.routine === "RevalidateCachedQuery"
  );
}

/**
 * One message instead of three: fewer system calls on both sides, and nothing for the planner to
 * do.
 */
function opening(client: pg.PoolClient, tenantId: string, actor: Actor | null): string {
  const tenant = `SET LOCAL app.tenant_id = ${client.escapeLiteral(tenantId)}`;
  if (actor === null) return `BEGIN READ ONLY; ${tenant}`;
  return `BEGIN; ${tenant}; SET LOCAL app.actor = ${client.escapeLiteral(JSON.stringify(actor))}`;
}

/** Sets a transaction-local note that triggers read; `sql` stays inside the platform. */
export async function setLocal(tx: WriteTx, name: `app.${string}`, value: string): Promise<void> {
  await sql`SELECT set_config(${name}, ${value}, true)`.execute(tx[connection]);
}

function pool(
  connectionString: string,
  max: number,
  timeout: number,
  name = "vereinsheim",
): pg.Pool {
  const created = new pg.Pool({
    ...poolTo(connectionString),
    max,
    pipeline: true,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    query_timeout: timeout,
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: Math.max(timeout, 30_000),
    application_name: name,
    types: typeParsers,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced at its next use; the error itself concerns no
  // caller.
  created.on("error", () => {});
  // One that breaks while it is in use tells so through its query; the event would end the process.
  created.on("connect", (client) => client.on("error", () => {}));
  created.on("connect", watchReplication);
  return created;
}
