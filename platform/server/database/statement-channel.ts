import { type Channel, channel } from "node:diagnostics_channel";
import type { CompiledQuery } from "kysely";

/** A statement that the database has run, or refused. */
export interface RunStatement {
  statement: CompiledQuery;
  error?: unknown;
}

/** Where every statement of the application is told once it has ended; for tests and tracing. */
export const statementChannel: Channel<unknown, RunStatement> = channel("vereinsheim.statement");
