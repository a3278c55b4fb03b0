import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf, direction } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { COLUMNS_OF_E, type PlacedEntry } from "./entry-record.ts";
import { pathOf } from "./path-queries.ts";

/** Most hits of one search; more would be of no use. */
const MOST_FOUND = 1_000;

interface Search {
  sort: "name" | "lastModified" | "size";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

/**
 * Entries anywhere below a share whose names or texts hold every word; by name, those with a hit in
 * the name first.
 */
export async function selectMatching(
  tx: ReadTx,
  shareId: string,
  { words, forms }: { words: readonly string[]; forms: string },
  { sort, dir, page, size }: Search,
): Promise<{ records: PlacedEntry[]; total: number }> {
  const matches = sql<{ id: string; in_name: boolean }>`
    search_files(${shareId}::uuid, ${words}::text[], ${forms}, ${MOST_FOUND})`.as("match");
  const hits = sqlOf(tx)
    .with(
      (cte) => cte("found").materialized(),
      (db) =>
        db
          .selectFrom(matches)
          .select(({ fn }) => ["id", fn<boolean>("bool_or", ["in_name"]).as("in_name")])
          .groupBy("id"),
    )
    .with("hit", (db) =>
      db
        .selectFrom("found")
        .innerJoin("file_entry as e", "e.id", "found.id")
        .crossJoin(pathOf("e"))
        .select(COLUMNS_OF_E)
        .select(["place.path", "found.in_name"])
        .where("e.share_id", "=", shareId)
        .where("e.deleted_at", "is", null)
        .where(({ not, ref }) => not(ref("place.gone"))),
    )
    .selectFrom("hit")
    .selectAll()
    .select(({ fn }) => fn.countAll<number>().over().as("total"))
    .$if(sort === "name", (query) => query.orderBy("in_name", "desc"));
  const rows = await hits
    .orderBy(FIELDS[sort], (order) => order[direction(dir)]().nullsLast())
    .orderBy("path")
    .limit(size)
    .offset(page * size)
    .execute();
  return { records: rows, total: rows[0]?.total ?? 0 };
}

const FIELDS = { name: "name", lastModified: "modified_at", size: "size" } as const;

/** An entry with the share that it lies in. */
interface NewestEntry extends PlacedEntry {
  added_at: Date;
  share_id: string;
  share_name: string;
  share_kind: Row<"file_share">["kind"];
}

/** The newest files of some shares; what lies below a deleted folder is passed over. */
export async function selectNewest(
  tx: ReadTx,
  shareIds: readonly string[],
  limit: number,
): Promise<NewestEntry[]> {
  return sqlOf(tx)
    .selectFrom("file_share as share")
    .crossJoinLateral((share) =>
      share
        .selectFrom("file_entry as e")
        .crossJoin(pathOf("e"))
        .select(COLUMNS_OF_E)
        .select(["e.added_at", "place.path"])
        .whereRef("e.tenant_id", "=", "share.tenant_id")
        .whereRef("e.share_id", "=", "share.id")
        .where("e.deleted_at", "is", null)
        .where(({ and, not, ref }) => and([not(ref("e.is_folder")), not(ref("place.gone"))]))
        .orderBy("e.added_at", "desc")
        .limit(limit)
        .as("newest"),
    )
    .selectAll("newest")
    .select(["share.id as share_id", "share.name as share_name", "share.kind as share_kind"])
    .where("share.id", "=", anyOf(shareIds))
    .orderBy("newest.added_at", "desc")
    .orderBy("newest.id", "desc")
    .limit(limit)
    .execute();
}
