import type { z } from "zod";
import type { GroupDecision, MatchKey } from "../../import-contract.ts";
import type { tableOptions } from "../../mapping-contract.ts";
import type { FieldValue } from "../mapping/values/read-values.ts";

/** How a file is read and compared: kept with the source, copied into each of its runs. */
export interface ImportRules {
  options: z.output<typeof tableOptions>;
  matchKeys: MatchKey[];
  onNew: "CREATE" | "SKIP";
  onChanged: "UPDATE" | "FILL_EMPTY" | "SKIP";
  onMissing: "KEEP" | "REPORT" | "SET_LEFT";
  clearWord: string | null;
  unknownGroups: "FAULTY" | "CREATE" | "IGNORE";
  groupDecisions: GroupDecision[];
  strict: boolean;
  neededFields: string[];
}

export type FieldValues = Record<string, FieldValue>;
export interface RowProblem {
  column: string | null;
  message: string;
  /** The row comes in without the value. */
  leftOut?: true;
}
