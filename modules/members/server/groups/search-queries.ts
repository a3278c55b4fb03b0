import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

/** Characters of a description that are shown. */
const MOST_DESCRIPTION = 120;

/**
 * All groups with the name of the group above. There are few: folding and comparing them takes
 * longer in SQL than here.
 */
export function selectNamedGroups(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("club_group as g")
    .leftJoin("club_group as parent", (join) =>
      join.onRef("parent.tenant_id", "=", "g.tenant_id").onRef("parent.id", "=", "g.parent_id"),
    )
    .select([
      "g.id",
      "g.name",
      sql<string | null>`left(g.description, ${MOST_DESCRIPTION}::int)`.as("description"),
      "parent.name as parent_name",
    ])
    .orderBy("g.name")
    .orderBy("parent.name", (order) => order.asc().nullsFirst())
    .orderBy("g.id")
    .execute();
}
