import { sql } from "kysely";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** Who wrote a row: a member by id, or the part of the system that did it by name; never both. */
export type UpdatedBy = Row<"member", "updated_by_id" | "updated_by_system">;
type DeletedBy = Row<"member", "deleted_by_id" | "deleted_by_system">;

/** Returns the columns that say who saves in this transaction. */
export function updatedBy({ actor }: WriteTx): UpdatedBy {
  return actor.userId === null
    ? { updated_by_id: null, updated_by_system: actor.name }
    : { updated_by_id: actor.userId, updated_by_system: null };
}

/** Returns the columns that say who moves to the trash in this transaction. */
export function deletedBy({ actor }: WriteTx): DeletedBy {
  return actor.userId === null
    ? { deleted_by_id: null, deleted_by_system: actor.name }
    : { deleted_by_id: actor.userId, deleted_by_system: null };
}

type Deed = "updated_by" | "deleted_by";

/**
 * Returns the name, as it is today, of who saved or deleted the row of alias m. A name is read
 * where it stands, so that none is left behind when a person is renamed or erased. Needs
 * a join of `member` by the name of the deed, such as `authorJoin`.
 */
export function authorName(deed: Deed) {
  const first = sql.ref(`${deed}.first_name`);
  const last = sql.ref(`${deed}.last_name`);
  return sql<string | null>`coalesce(full_name(${first}, ${last}), ${sql.ref(`m.${deed}_system`)})`;
}

/**
 * Joins who saved or deleted to the rows of alias m. A join and no subquery: the few people who
 * wrote a long list are then read once instead of once a row.
 */
export function authorJoin(deed: Deed) {
  return sql`LEFT JOIN member ${sql.ref(deed)}
    ON ${sql.ref(`${deed}.tenant_id`)} = m.tenant_id AND ${sql.ref(`${deed}.id`)} = ${sql.ref(`m.${deed}_id`)}`;
}
