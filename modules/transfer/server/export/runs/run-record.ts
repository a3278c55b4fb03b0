import type { Row } from "#platform/server/database/tables.ts";

/** Columns of the run known as `r`, without the long list of its members. */
export const RUN_COLUMNS = [
  "r.id",
  "r.target_id",
  "r.target_name",
  "r.format",
  "r.state",
  "r.done",
  "r.total",
  "r.count",
  "r.new_count",
  "r.changed_count",
  "r.gone_count",
  "r.as_of",
  "r.started_at",
  "r.finished_at",
  "r.actor_id",
  "r.actor_name",
  "r.scheduled",
  "r.error",
  "r.warnings",
  "r.file_name",
  "r.size",
  "r.sha256",
  "r.blob_key",
  "r.keep_until",
  "r.delivered_to",
  "r.protected_fields",
] as const;

/** A run without the long list of its members. */
export type RunRecord = Omit<Row<"export_run">, "tenant_id" | "member_ids">;
