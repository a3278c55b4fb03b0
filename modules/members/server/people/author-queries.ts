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

/**
 * Returns the name, as it is today, of who saved or deleted the row of alias m. A name is read
 * where it stands, so that none is left behind when a person is renamed or erased.
 */
export function authorName(deed: "updated_by" | "deleted_by") {
  return sql<string | null>`coalesce(
    (SELECT full_name(author.first_name, author.last_name) FROM member author
     WHERE author.tenant_id = m.tenant_id AND author.id = ${sql.ref(`m.${deed}_id`)}),
    ${sql.ref(`m.${deed}_system`)})`;
}
