import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { handleOn } from "./kysely-handle.ts";

/** Stands for a value until the statement is run. */
class Place<Name> {
  readonly name: Name;
  constructor(name: Name) {
    this.name = name;
  }
}

/**
 * Returns a statement whose text is made once: to make a long one takes as long as to run it. `make`
 * is given what stands for each value, and nothing that the text could depend on.
 */
export function keptStatement<Values extends object, Row>(
  make: (
    valueOf: <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>,
  ) => RawBuilder<Row>,
): (values: Values) => CompiledQuery<Row> {
  let kept: CompiledQuery<Row> | undefined;
  return (values) => {
    kept ??= make((name) => sql`${new Place(name)}`).compile(textOnly);
    return {
      ...kept,
      parameters: kept.parameters.map((value) =>
        value instanceof Place ? values[value.name as keyof Values] : value,
      ),
    };
  };
}

const textOnly = handleOn(async () => {
  throw new Error("a statement is run in a transaction");
});
