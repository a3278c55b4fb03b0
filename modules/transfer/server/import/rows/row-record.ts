import type { Filled, Row } from "#platform/server/database/tables.ts";

export const READ_COLUMNS = [
  "number",
  "line",
  "name",
  "given",
  "group_names",
  "read_problems",
  "read_hints",
] as const;

export const STAGED_COLUMNS = [...READ_COLUMNS, "decision", "decided_member"] as const;

const JUDGED_COLUMNS = [
  "member_id",
  "member_version",
  "changes",
  "join_groups",
  "problems",
  "hints",
  "candidates",
] as const;

export const OUTCOME_COLUMNS = ["kind", "undecided", ...JUDGED_COLUMNS] as const;

/** What pages show of a row besides its kind, which depends on the reader. */
export const SHOWN_COLUMNS = [...STAGED_COLUMNS, ...JUDGED_COLUMNS] as const;

/** A row as the file gave it. */
export type ReadRow = Filled<Row<"import_row", (typeof READ_COLUMNS)[number]>, "line" | "given">;

/** A row as it was read, with what was decided about it. */
export type StagedRow = Filled<
  Row<"import_row", (typeof STAGED_COLUMNS)[number]>,
  "line" | "given"
>;

/** What comparing found out about a row. */
export type Outcome = Filled<
  Row<"import_row", "number" | (typeof OUTCOME_COLUMNS)[number]>,
  "kind"
>;

/** The whole of a row as pages show it; who is missing in the file has no line in it. */
export type RowRecord = Filled<Row<"import_row", "kind" | (typeof SHOWN_COLUMNS)[number]>, "kind">;
