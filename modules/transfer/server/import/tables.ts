import type { z } from "zod";
import type { ColumnType, Generated } from "kysely";
import type {
  GroupDecision,
  ImportRun,
  ImportState,
  MatchKey,
  RowKind,
} from "../../import-contract.ts";
import type { FieldValue } from "../mapping/values/read-values.ts";
import type { MappingEntry, tableOptions } from "../../mapping-contract.ts";

/** JSON columns are written as text and read parsed. */
type Json<T> = ColumnType<T, string | null, string | null>;

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
}

export interface ImportSourceTable {
  id: string;
  name: string;
  kind: "FILE" | "URL";
  url: string | null;
  headers: string | null;
  header_names: string[];
  allow_http: boolean;
  schedule: string | null;
  next_run_at: Date | null;
  apply_automatically: boolean;
  rules: Json<ImportRules>;
  mapping_config_id: number | null;
  quick: Generated<boolean>;
  responsible_id: string | null;
  created_at: Generated<Date>;
  version: Generated<number>;
}

export interface ImportRunTable {
  id: string;
  source_id: string | null;
  source_name: string;
  state: ImportState;
  stage: ImportRun["stage"];
  progress_done: Generated<number>;
  progress_total: Generated<number>;
  reading: Generated<number>;
  rules: Json<ImportRules>;
  mapping_config_id: number | null;
  own_entries: Json<MappingEntry[] | null>;
  entries: Json<MappingEntry[] | null>;
  columns: Json<string[] | null>;
  detected: Json<ImportRun["detected"]>;
  new_count: Generated<number>;
  changed_count: Generated<number>;
  same_count: Generated<number>;
  ambiguous_count: Generated<number>;
  faulty_count: Generated<number>;
  missing_count: Generated<number>;
  hint_count: Generated<number>;
  compared_at: Date | null;
  scheduled: Generated<boolean>;
  actor_id: string | null;
  actor_name: string;
  started_at: Generated<Date>;
  finished_at: Date | null;
  applied_at: Date | null;
  applied_by: string | null;
  applied_by_name: string | null;
  applied: Json<ImportRun["applied"]>;
  reverted_at: Date | null;
  reverted: Json<ImportRun["reverted"]>;
  error: string | null;
  file_name: string | null;
  file_size: string | null;
  blob_key: string | null;
}

export type FieldValues = Record<string, FieldValue>;
export interface RowProblem {
  column: string | null;
  message: string;
}

export interface ImportRowTable {
  run_id: string;
  number: number;
  line: number | null;
  name: string;
  given: Json<FieldValues | null>;
  group_names: string[];
  read_problems: Json<RowProblem[]>;
  read_hints: Json<RowProblem[]>;
  kind: RowKind | null;
  member_id: string | null;
  member_version: number | null;
  changes: Json<Record<string, { old: FieldValue; new: FieldValue }> | null>;
  join_groups: Json<string[]>;
  problems: Json<RowProblem[]>;
  hints: Json<RowProblem[]>;
  candidates: Json<{ id: string; reasons: string[] }[]>;
  decision: "MEMBER" | "NEW" | "SKIP" | null;
  decided_member: string | null;
}

export interface Tables {
  import_source: ImportSourceTable;
  import_run: ImportRunTable;
  import_row: ImportRowTable;
}
