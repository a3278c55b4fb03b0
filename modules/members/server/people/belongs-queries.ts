import { type Expression, type RawBuilder, sql } from "kysely";
import type { Row } from "#platform/server/database/tables.ts";

/** A member in a statement; null where an outer join finds nobody. */
type JoinedMember = { [Column in keyof Row<"member">]: Row<"member">[Column] | null };

/**
 * Returns whether a member of a statement belongs to the club today, its day and not the server's:
 * `.where(({ table }) => belongsToClub(table("m")))`. False for nobody. SQL that is written out
 * calls `belongs_to_club` (db/functions/05_members.sql), where the rule stands.
 */
export function belongsToClub(member: Expression<JoinedMember>): RawBuilder<boolean> {
  // As a subquery the day is asked for once, not for each row.
  return sql<boolean>`belongs_to_club(${member}, (SELECT tenant_today()))`;
}
