import type { Row } from "#platform/server/database/tables.ts";

export const ENTRY_COLUMNS = [
  "id",
  "parent_id",
  "name",
  "is_folder",
  "version",
  "content_type",
  "subtype",
  "size",
  "sha256",
  "taken_at",
  "has_thumbnail",
  "modified_at",
  "modified_by",
  "modified_by_name",
] as const;

/** The same where other tables stand beside it: of the one known as `e`. */
export const COLUMNS_OF_E = ENTRY_COLUMNS.map((column) => `e.${column}` as const);

/** A folder or file as its row says; the path is not in it. */
export type EntryRecord = Row<"file_entry", (typeof ENTRY_COLUMNS)[number]>;

/** With its path from the share's root. */
export interface PlacedEntry extends EntryRecord {
  path: string;
}
