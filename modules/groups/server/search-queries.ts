import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database.ts";
import { type SearchTerm, sqlTerms } from "#platform/server/search.ts";

export interface FoundGroup {
  id: string;
  name: string;
  description: string | null;
  parent_name: string | null;
}

/** Groups whose names, with that of the group above, have all terms. There are few: all are looked at. */
export async function selectFoundGroups(tx: ReadTx, terms: readonly SearchTerm[]): Promise<FoundGroup[]> {
  const texts = sql`folded_text(concat_ws(' ', g.name, parent.name))`;
  const { rows } = await sql<FoundGroup>`
    SELECT g.id, g.name, g.description, parent.name AS parent_name
    FROM club_group g LEFT JOIN club_group parent ON parent.tenant_id = g.tenant_id AND parent.id = g.parent_id
    WHERE holds_terms(${texts}, ${sqlTerms(terms)}::text[])
    ORDER BY g.name, parent.name NULLS FIRST, g.id`.execute(sqlOf<Record<never, never>>(tx));
  return rows;
}
