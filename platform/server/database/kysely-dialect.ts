import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { PoolClient } from "pg";
import { gatherWrites } from "./gather-writes.ts";
import { statementChannel } from "./statement-channel.ts";
import type { StatementNames } from "./statement-names.ts";

/** A transaction as its statements see it. */
export interface OpenTransaction {
  readonly client: PoolClient;
  /** Statements that it knows are prepared. */
  readonly names: StatementNames | undefined;
  /** True once its end is decided, whatever was still going on beside it. */
  over: boolean;
}

/**
 * Kysely on one client that is already inside a transaction. Kysely's own PostgreSQL driver takes
 * clients from a pool by itself, which would leave the tenant-bound transaction.
 */
export function singleClientDialect(transaction: OpenTransaction): Dialect {
  const { client, names } = transaction;
  const connection: DatabaseConnection = {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      // What runs on after its neighbour has failed would reach the connection's next transaction,
      // which is another club's.
      if (transaction.over) throw new Error("a statement came after its transaction was over");
      const name = names?.nameOf(compiled.sql);
      gatherWrites(client);
      const running = client.query({
        text: compiled.sql,
        values: compiled.parameters as unknown[],
        ...(name === undefined ? {} : { name }),
      });
      if (statementChannel.hasSubscribers) observe(compiled, running);
      const result = await running;
      const affected = result.rowCount === null ? undefined : BigInt(result.rowCount);
      return affected === undefined
        ? { rows: result.rows }
        : { rows: result.rows, numAffectedRows: affected };
    },
    // oxlint-disable-next-line require-yield -- the interface wants a generator; pipelined clients have no cursors
    async *streamQuery() {
      throw new Error("a pipelined connection has no cursors");
    },
  };
  const refuse = async () => {
    throw new Error("transactions are opened by the database access only");
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  };
}

/** Tells subscribers how the statement ended. */
function observe(statement: CompiledQuery, running: Promise<unknown>): void {
  running.then(
    () => statementChannel.publish({ statement }),
    (error: unknown) => statementChannel.publish({ statement, error }),
  );
}
