import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

/** Characters of a description that are shown. */
const MOST_DESCRIPTION = 120;

export interface NamedGroup {
  id: string;
  name: string;
  description: string | null;
  parent_name: string | null;
}

/**
 * All groups with the name of the group above. There are few: folding and comparing them takes
 * longer in SQL than here.
 */
export async function selectNamedGroups(tx: ReadTx): Promise<NamedGroup[]> {
  const { rows } = await sql<NamedGroup>`
    SELECT g.id, g.name, left(g.description, ${MOST_DESCRIPTION}::int) AS description, parent.name AS parent_name
    FROM club_group g LEFT JOIN club_group parent ON parent.tenant_id = g.tenant_id AND parent.id = g.parent_id
    ORDER BY g.name, parent.name NULLS FIRST, g.id`.execute(sqlOf(tx));
  return rows;
}
