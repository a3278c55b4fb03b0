import type { UserFilter } from "#modules/members/contract.ts";
import type { ExportFormat } from "../export-contract.ts";
import type { ImportRun } from "../import-contract.ts";
import type { MappingEntry } from "../mapping-contract.ts";
import type { ExportOptions, StoredDestination } from "./export/stored-values.ts";
import type { FieldValues, ImportRules, RowProblem } from "./import/stored-values.ts";
import type { FieldValue } from "./mapping/values/read-values.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "export_run.format": ExportFormat;
    "export_target.destination": StoredDestination;
    "export_target.filter": UserFilter;
    "export_target.options": ExportOptions;
    "import_row.candidates": { id: string; reasons: string[] }[];
    "import_row.changes": Record<string, { old: FieldValue; new: FieldValue }>;
    "import_row.given": FieldValues;
    "import_row.hints": RowProblem[];
    "import_row.join_groups": string[];
    "import_row.problems": RowProblem[];
    "import_row.read_hints": RowProblem[];
    "import_row.read_problems": RowProblem[];
    "import_run.applied": NonNullable<ImportRun["applied"]>;
    "import_run.columns": string[];
    "import_run.detected": NonNullable<ImportRun["detected"]>;
    "import_run.entries": MappingEntry[];
    "import_run.own_entries": MappingEntry[];
    "import_run.reverted": NonNullable<ImportRun["reverted"]>;
    "import_run.rules": ImportRules;
    "import_source.rules": ImportRules;
    "mapping_config.entries": MappingEntry[];
  }
}
