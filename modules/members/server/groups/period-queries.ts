import { type Expression, type RawBuilder, sql } from "kysely";

/** Returns whether the period of ms (membership) holds on a day. */
export function periodHolds(day: Expression<string>): RawBuilder<boolean> {
  return sql`(ms.from_on IS NULL OR ms.from_on <= ${day}) AND (ms.to_on IS NULL OR ms.to_on >= ${day})`;
}
