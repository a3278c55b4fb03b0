import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { SearchTerm } from "#platform/server/search.ts";
import { sqlTerms } from "#platform/server/search.ts";
import { pathOf } from "./entries/entry-queries.ts";

/** Hits that are compared with each other; far more than anybody is shown. */
const MOST_COMPARED = 60;
/** Characters of a text among which the hit is looked for. */
const MOST_CONTENT = 40_000;

export interface FoundEntry {
  id: string;
  name: string;
  /** From the share's root. */
  path: string;
  is_folder: boolean;
  subtype: string | null;
  size: number | null;
  share_id: string;
  share_name: string;
  share_kind: "DOCUMENTS" | "IMAGES";
  /** The text inside, where the hit is in there. */
  content: string | null;
}

/**
 * Entries of these shares whose names have all terms, the best first. What lies in the trash with
 * its folder is passed over.
 */
export async function selectNamed(
  tx: ReadTx,
  shareIds: readonly string[],
  terms: readonly SearchTerm[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT e.id, e.name FROM find_entries(${shareIds}::uuid[], ${sqlTerms(terms)}::text[], ${MOST_COMPARED}) WITH ORDINALITY AS hit (id, position)
    JOIN file_entry e ON e.id = hit.id
    WHERE e.share_id = ANY(${shareIds}::uuid[]) AND e.deleted_at IS NULL
    ORDER BY hit.position`.execute(sqlOf(tx));
  return rows;
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
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM file_entry e
    WHERE e.id = ANY(ARRAY(SELECT find_texts(${shareIds}::uuid[], terms_query(${sqlTerms(terms)}::text[], ${typed}::text[]), ${MOST_COMPARED}::int)))
      AND e.share_id = ANY(${shareIds}::uuid[]) AND e.deleted_at IS NULL
    ORDER BY e.added_at DESC, e.id LIMIT ${limit}`.execute(sqlOf(tx));
  return rows.map(({ id }) => id);
}

/**
 * Entries of these shares as they are shown: those found by name, then those found by their text
 * with it, in the order given.
 */
export async function selectFound(
  tx: ReadTx,
  shareIds: readonly string[],
  { named, written }: { named: readonly string[]; written: readonly string[] },
): Promise<FoundEntry[]> {
  if (named.length + written.length === 0) return [];
  const { rows } = await sql<FoundEntry>`
    SELECT e.id, e.name, place.path, e.is_folder, e.subtype, e.size::float8 AS size, share.id AS share_id, share.name AS share_name, share.kind AS share_kind,
      (SELECT left(t.content, ${MOST_CONTENT}::int) FROM file_text t WHERE t.tenant_id = e.tenant_id AND t.entry_id = e.id AND e.id = ANY(${written}::uuid[])) AS content
    FROM unnest(${[...named, ...written]}::uuid[]) WITH ORDINALITY AS hit (id, position)
    JOIN file_entry e ON e.id = hit.id JOIN file_share share ON share.tenant_id = e.tenant_id AND share.id = e.share_id CROSS JOIN ${pathOf("e")}
    WHERE e.share_id = ANY(${shareIds}::uuid[]) AND e.deleted_at IS NULL AND NOT place.gone
    ORDER BY hit.position`.execute(sqlOf(tx));
  return rows;
}
