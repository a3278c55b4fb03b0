import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { SearchTerm } from "#platform/server/search.ts";
import { sqlTerms } from "#platform/server/search.ts";
import { pathOf } from "./entries/path-queries.ts";

/** Hits that are compared with each other; far more than are ever shown. */
const MOST_COMPARED = 60;
/** Characters of a text among which the hit is looked for. */
const MOST_CONTENT = 40_000;

/** An id among hits, by its place. */
interface Hit {
  id: string;
  position: number;
}

/**
 * Entries of these shares whose names have all terms, the best first. What lies in the trash with
 * its folder is passed over.
 */
export async function selectNamed(
  tx: ReadTx,
  shareIds: readonly string[],
  terms: readonly SearchTerm[],
): Promise<Row<"file_entry", "id" | "name">[]> {
  const hits = sql<Hit>`
    find_entries(${shareIds}::uuid[], ${sqlTerms(terms)}::text[], ${MOST_COMPARED})
      WITH ORDINALITY`;
  return sqlOf(tx)
    .selectFrom(hits.as<"hit">(sql`hit (id, position)`))
    .innerJoin("file_entry as e", "e.id", "hit.id")
    .select(["e.id", "e.name"])
    .where("e.share_id", "=", anyOf(shareIds))
    .where("e.deleted_at", "is", null)
    .orderBy("hit.position")
    .execute();
}

/**
 * Files of these shares whose texts hold all terms, the latest first. What lies in the trash with
 * its folder is passed over.
 */
export async function selectWritten(
  tx: ReadTx,
  shareIds: readonly string[],
  terms: readonly SearchTerm[],
  limit: number,
): Promise<string[]> {
  const typed = terms.map((term) => term.typed);
  const found = sql<string>`ANY(ARRAY(SELECT find_texts(${shareIds}::uuid[],
    terms_query(${sqlTerms(terms)}::text[], ${typed}::text[]), ${MOST_COMPARED}::int)))`;
  const rows = await sqlOf(tx)
    .selectFrom("file_entry")
    .select("id")
    .where("id", "=", found)
    .where("share_id", "=", anyOf(shareIds))
    .where("deleted_at", "is", null)
    .orderBy("added_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type FoundEntry = Awaited<ReturnType<typeof selectFound>>[number];

/**
 * Entries of these shares as they are shown: those found by name, then those found by their text
 * with it, in the order given.
 */
export async function selectFound(
  tx: ReadTx,
  shareIds: readonly string[],
  { named, written }: { named: readonly string[]; written: readonly string[] },
) {
  if (named.length + written.length === 0) return [];
  const hits = sql<Hit>`unnest(${[...named, ...written]}::uuid[]) WITH ORDINALITY`;
  return sqlOf(tx)
    .selectFrom(hits.as<"hit">(sql`hit (id, position)`))
    .innerJoin("file_entry as e", "e.id", "hit.id")
    .innerJoin("file_share as share", (join) =>
      join.onRef("share.tenant_id", "=", "e.tenant_id").onRef("share.id", "=", "e.share_id"),
    )
    .crossJoin(pathOf("e"))
    .select(["e.id", "e.name", "place.path", "e.is_folder", "e.subtype", "e.size"])
    .select(["share.id as share_id", "share.name as share_name", "share.kind as share_kind"])
    .select(({ selectFrom }) =>
      // The text inside, where the hit is in there.
      selectFrom("file_text as t")
        .select(sql<string>`left(t.content, ${MOST_CONTENT}::int)`.as("start"))
        .whereRef("t.tenant_id", "=", "e.tenant_id")
        .whereRef("t.entry_id", "=", "e.id")
        .where("e.id", "=", anyOf(written))
        .as("content"),
    )
    .where("e.share_id", "=", anyOf(shareIds))
    .where("e.deleted_at", "is", null)
    .where(({ not, ref }) => not(ref("place.gone")))
    .orderBy("hit.position")
    .execute();
}
