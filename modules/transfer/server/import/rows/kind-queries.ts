import { sql } from "kysely";
import { PROTECTED_USER_FIELDS } from "#modules/members/contract.ts";
import type { RowKind } from "../../../import-contract.ts";

const names = sql`ARRAY[${sql.join(PROTECTED_USER_FIELDS)}]::text[]`;

/**
 * The kind of an `import_row` for readers who may not see protected fields: a row of a present
 * member that gives one is CHANGED, whether its value differs or not. Told apart, the two would
 * answer every guess at a value.
 */
export const openKind = sql<RowKind>`
  CASE WHEN kind NOT IN ('SAME', 'CHANGED') THEN kind
    WHEN changes - ${names} <> '{}' OR join_groups <> '[]' OR given ?| ${names} THEN 'CHANGED'
    ELSE 'SAME'
  END`;

/** Who asks for kinds. */
export interface KindReader {
  seesProtected: boolean;
}

/** Returns the kind of an `import_row` as the reader may know it. */
export function kindFor({ seesProtected }: KindReader) {
  return seesProtected ? sql.ref<RowKind>("kind") : openKind;
}
