import { contracts } from "./rules/contracts.ts";
import { cycles } from "./rules/cycles.ts";
import { directions } from "./rules/directions.ts";
import { doors } from "./rules/doors.ts";
import { importProblems } from "./rules/imports.ts";
import { order } from "./rules/order.ts";
import { sides } from "./rules/sides.ts";
import { sqlImports, sqlInStrings } from "./rules/sql-places.ts";
import { tables } from "./rules/tables.ts";
import { readSourceTree } from "./source-tree.ts";

export interface Outcome {
  /** How many sources were read. */
  files: number;
  problems: readonly string[];
}

/** Returns what in the sources below the root goes against docs/architecture.md. */
export function checkBoundaries(root: string): Outcome {
  const tree = readSourceTree(root);
  const { sources } = tree;
  return {
    files: sources.length,
    problems: [
      ...importProblems(sources, [directions, doors, order, sides, contracts, sqlImports]),
      ...sqlInStrings(sources),
      ...cycles(sources),
      ...tables(tree),
    ],
  };
}
