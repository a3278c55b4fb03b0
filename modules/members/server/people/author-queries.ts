import { sql } from "kysely";
import type { WriteTx } from "#platform/server/database/database.ts";

/** Who wrote a row: a member by id, or the part of the system that did it by name; never both. */
export interface UpdatedBy {
  updated_by_id: string | null;
  updated_by_system: string | null;
}

/** Returns the columns that say who saves in this transaction. */
export function updatedBy({ actor }: WriteTx): UpdatedBy {
  return actor.userId === null
    ? { updated_by_id: null, updated_by_system: actor.name }
    : { updated_by_id: actor.userId, updated_by_system: null };
}

/** Returns an assignment for `SET` that says who moves to the trash in this transaction. */
export function deletedBySet({ actor }: WriteTx) {
  return sql`deleted_by_id = ${actor.userId}::uuid,
    deleted_by_system = ${actor.userId === null ? actor.name : null}::text`;
}

/**
 * Returns the name, as it is today, of who saved or deleted the row of alias m. A name is read
 * where it stands, so that none is left behind when a person is renamed or erased.
 */
export function authorName(deed: "updated_by" | "deleted_by") {
  return sql`coalesce(
    (SELECT full_name(author.first_name, author.last_name) FROM member author
     WHERE author.tenant_id = m.tenant_id AND author.id = ${sql.ref(`m.${deed}_id`)}),
    ${sql.ref(`m.${deed}_system`)})`;
}
