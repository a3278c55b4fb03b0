import {
  type CompiledQuery,
  type Dialect,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { PoolClient } from "pg";
import { gatherWrites } from "./gather-writes.ts";
import { statementChannel } from "./statement-channel.ts";
import type { StatementNames } from "./statement-names.ts";
import type { Tables } from "./tables.ts";
import type { Turns } from "./turns.ts";

/** A transaction as its statements see it. */
export interface OpenTransaction {
  readonly client: PoolClient;
  /** Statements that it knows are prepared. */
  readonly names: StatementNames | undefined;
  /** True once its end is decided, whatever was still going on beside it. */
  over: boolean;
}

/** Runs a statement where its work is: in an open transaction, or in turns. */
type Run = (statement: CompiledQuery) => Promise<{ rows: unknown[]; rowCount: number | null }>;

export function inTransaction(transaction: OpenTransaction): Run {
  const { client, names } = transaction;
  return async ({ sql, parameters }) => {
    // What runs on after its neighbour has failed would reach the connection's next transaction,
    // which is another club's.
    if (transaction.over) throw new Error("a statement came after its transaction was over");
    const name = names?.nameOf(sql);
    gatherWrites(client);
    return client.query({
      text: sql,
      values: parameters as unknown[],
      ...(name === undefined ? {} : { name }),
    });
  };
}

export function inTurns(turns: Turns): Run {
  return ({ sql, parameters }) => turns.ask(sql, parameters);
}

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/**
 * Kysely for the statements of one transaction. Its own PostgreSQL driver takes clients from a pool
 * by itself, which would leave the tenant-bound transaction.
 */
export function handleOn(run: Run): Kysely<Tables> {
  return new Kysely<Tables>({
    executor: new Statements(run),
    config: { dialect },
    dialect,
    driver,
  });
}

class Statements extends DefaultQueryExecutor {
  readonly #run: Run;

  constructor(run: Run) {
    super(compiler, adapter, { provideConnection: refuse });
    this.#run = run;
  }

  override async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    const running = this.#run(statement);
    if (statementChannel.hasSubscribers) observe(statement, running);
    const { rows, rowCount } = await running;
    return rowCount === null
      ? { rows: rows as R[] }
      : { rows: rows as R[], numAffectedRows: BigInt(rowCount) };
  }
}

async function refuse(): Promise<never> {
  throw new Error("connections and transactions are had by the database access only");
}

const driver = {
  init: async () => {},
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: async () => {},
  destroy: async () => {},
};

const dialect: Dialect = {
  createAdapter: () => adapter,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
  createDriver: () => driver,
};

/** Tells subscribers how the statement ended. */
function observe(statement: CompiledQuery, running: Promise<unknown>): void {
  running.then(
    () => statementChannel.publish({ statement }),
    (error: unknown) => statementChannel.publish({ statement, error }),
  );
}
