import type { ColumnType, Generated } from "kysely";
import type { EXPORT_RUN_STATES, ExportFormat } from "../../export-contract.ts";

type DateText = ColumnType<string | null, string | null, string | null>;

/** What decides the content of a file. */
export interface ExportOptions {
  encoding: "UTF-8" | "WINDOWS-1252" | "UTF-16";
  byteOrderMark: boolean;
  delimiter: ";" | "," | "\t" | "|";
  vcardVersion: "3.0" | "4.0";
  title: string | null;
  groupBy: "GROUP" | "STATUS" | "CITY" | "GENDER" | "LETTER" | null;
  landscape: boolean;
  protectedFields: boolean;
}

/** Where a file goes; a password lies encrypted in a column of its own. */
export type StoredDestination =
  | { kind: "DOWNLOAD" }
  | {
      kind: "FILE_SHARE";
      shareId: string;
      folder: string;
      onConflict: "REPLACE" | "RENAME" | "FAIL";
    }
  | {
      kind: "EMAIL";
      recipients: string[];
      attach: boolean;
      subject: string | null;
      message: string | null;
    }
  | { kind: "HTTP_PUT"; url: string; username: string | null };

export interface ExportTargetTable {
  id: string;
  name: string;
  format: ExportFormat;
  options: ColumnType<ExportOptions, string, string>;
  mapping_config_id: number | null;
  filter: ColumnType<Record<string, string | boolean | string[]>, string, string>;
  view_id: string | null;
  sort: string;
  dir: "ASC" | "DESC";
  as_of: DateText;
  file_name: string;
  destination: ColumnType<StoredDestination, string, string>;
  secret: string | null;
  schedule: string | null;
  next_run_at: Date | null;
  only_changes: boolean;
  baseline_run_id: string | null;
  keep_days: number;
  owner_id: string | null;
  owner_name: string;
  allows_protected: boolean;
  version: Generated<number>;
}

export interface ExportRunTable {
  id: string;
  target_id: string | null;
  target_name: string;
  format: ExportFormat;
  state: Generated<(typeof EXPORT_RUN_STATES)[number]>;
  done: Generated<number>;
  total: Generated<number>;
  count: Generated<number>;
  new_count: number | null;
  changed_count: number | null;
  gone_count: number | null;
  as_of: DateText;
  started_at: Generated<Date>;
  finished_at: Date | null;
  actor_id: string | null;
  actor_name: string;
  scheduled: boolean;
  error: string | null;
  warnings: Generated<string[]>;
  file_name: string | null;
  size: number | null;
  sha256: string | null;
  blob_key: string | null;
  keep_until: DateText;
  delivered_to: string | null;
  protected_fields: Generated<boolean>;
  member_ids: Generated<string[]>;
}

export interface Tables {
  export_target: ExportTargetTable;
  export_run: ExportRunTable;
}
