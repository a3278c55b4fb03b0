import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** One thing in a ZIP; its path has been checked when it came in. */
export interface ZipItem extends Row<"file_entry", "is_folder" | "content_type" | "modified_at"> {
  path: string;
  blob_key: string | null;
  position_spans: Row<"file_version">["position_spans"];
}

/**
 * Files and folders below some entries (they themselves too) with paths from there on, for a ZIP.
 */
export async function selectForZip(tx: ReadTx, ids: readonly string[]): Promise<ZipItem[]> {
  return sqlOf(tx)
    .withRecursive("below", (db) =>
      db
        .selectFrom("file_entry as e")
        .select(["e.id", sql<string>`e.name::text`.as("path")])
        .select(["e.is_folder", "e.version", "e.content_type", "e.modified_at"])
        .where("e.id", "=", anyOf(ids))
        .where("e.deleted_at", "is", null)
        .unionAll(
          db
            .selectFrom("below")
            .innerJoin("file_entry as child", (join) =>
              join.onRef("child.parent_id", "=", "below.id").on("child.deleted_at", "is", null),
            )
            .select(["child.id", sql<string>`below.path || '/' || child.name`.as("path")])
            .select([
              "child.is_folder",
              "child.version",
              "child.content_type",
              "child.modified_at",
            ]),
        ),
    )
    .selectFrom("below")
    .leftJoin("file_version as v", (join) =>
      join.onRef("v.entry_id", "=", "below.id").onRef("v.version", "=", "below.version"),
    )
    .select(["below.path", "below.is_folder", "v.blob_key", "v.position_spans"])
    .select(["below.content_type", "below.modified_at"])
    .orderBy("below.path", (order) => order.collate("german"))
    .execute();
}
