import {
  createQueryId,
  type Expression,
  ExpressionWrapper,
  PostgresQueryCompiler,
  type RawNode,
} from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Returns a part of statements that is the same in each of them, put into words once: of many
 * pieces it would take longer to build than to run. Throws where it holds a value, which belongs to
 * one statement alone.
 */
export function constantSql<T>(part: Expression<T>): Expression<T> {
  const madeOf = part.toOperationNode();
  const { sql, parameters } = new PostgresQueryCompiler().compileQuery(
    madeOf as RawNode,
    createQueryId(),
  );
  if (parameters.length > 0) throw new Error(`a value stands in what is to be constant: ${sql}`);
  // What it is made of stays with it: the record of statements names the templates of each.
  const node: RawNode & { madeOf: unknown } = {
    kind: "RawNode",
    sqlFragments: [sql],
    parameters: [],
    madeOf,
  };
  return new ExpressionWrapper<Tables, never, T>(node);
}
