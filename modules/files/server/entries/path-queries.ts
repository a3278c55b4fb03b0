import { type AliasedRawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { columnsOf } from "#platform/server/database/expressions.ts";
import { COLUMNS_OF_E, type EntryRecord, type PlacedEntry } from "./entry-record.ts";

/** The entry at a path, or undefined when there is none; the share's root for the empty path. */
export async function selectAtPath(
  tx: ReadTx,
  shareId: string,
  names: readonly string[],
): Promise<EntryRecord | undefined> {
  const found = await selectAlongPath(tx, shareId, names);
  return found.length === names.length + 1 ? found.at(-1) : undefined;
}

/** The root and every entry on the way along a path, as far as it exists. */
export async function selectAlongPath(
  tx: ReadTx,
  shareId: string,
  names: readonly string[],
): Promise<EntryRecord[]> {
  return sqlOf(tx)
    .withRecursive("walk", (db) =>
      db
        .selectFrom("file_entry as root")
        .selectAll("root")
        .select(({ lit }) => lit<number>(0).as("depth"))
        .where("root.id", "=", shareId)
        .unionAll(
          db
            .selectFrom("walk")
            .innerJoin("file_entry as child", (join) =>
              join
                .onRef("child.parent_id", "=", "walk.id")
                .on("child.name", "=", sql<string>`(${names}::text[])[walk.depth + 1]`)
                .on("child.deleted_at", "is", null),
            )
            .selectAll("child")
            .select(sql<number>`walk.depth + 1`.as("depth")),
        ),
    )
    .selectFrom("walk as e")
    .select(COLUMNS_OF_E)
    .orderBy("e.depth")
    .execute();
}

/**
 * The path of the entry `alias` and whether something above it is in the trash, walked from the
 * entry upwards.
 */
export function pathOf(alias: string): AliasedRawBuilder<{ path: string; gone: boolean }, "place"> {
  const entry = columnsOf("file_entry", alias);
  const above = columnsOf("file_entry", "above");
  return sql<{ path: string; gone: boolean }>`LATERAL (
    WITH RECURSIVE up AS (
      SELECT ${entry("parent_id")} AS id, ${entry("name")}::text AS path, false AS gone
      UNION ALL
      SELECT ${above("parent_id")},
        CASE WHEN ${above("parent_id")} IS NULL THEN up.path
          ELSE ${above("name")} || '/' || up.path END,
        up.gone OR ${above("deleted_at")} IS NOT NULL
      FROM up JOIN file_entry above ON ${above("id")} = up.id
    ) SELECT path, gone FROM up WHERE id IS NULL)`.as("place");
}

/** A living entry by id, with its path. */
export async function selectEntry(
  tx: ReadTx,
  shareId: string,
  id: string,
): Promise<PlacedEntry | undefined> {
  return sqlOf(tx)
    .selectFrom("file_entry as e")
    .crossJoin(pathOf("e"))
    .select(COLUMNS_OF_E)
    .select("place.path")
    .where("e.id", "=", id)
    .where("e.share_id", "=", shareId)
    .where("e.parent_id", "is not", null)
    .where("e.deleted_at", "is", null)
    .where(({ not, ref }) => not(ref("place.gone")))
    .executeTakeFirst();
}
