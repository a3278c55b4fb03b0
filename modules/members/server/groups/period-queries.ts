import { type Expression, type RawBuilder, sql } from "kysely";

/** The club's day. As a subquery it is asked for once, not for each row. */
export const clubToday = sql<string>`(SELECT tenant_today())`;

/** Returns whether the period of ms (membership) holds on a day, today without one. */
export function periodHolds(day: Expression<string> = clubToday): RawBuilder<boolean> {
  return sql`(ms.from_on IS NULL OR ms.from_on <= ${day}) AND (ms.to_on IS NULL OR ms.to_on >= ${day})`;
}
