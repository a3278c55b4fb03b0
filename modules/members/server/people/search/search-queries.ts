import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

/** Hits that are compared with each other; far more than anybody is shown. */
const MOST_COMPARED = 60;
/** The same where only those with a title count. */
const MOST_TITLED = 600;

export interface FoundMember {
  id: string;
  title: string | null;
  first_name: string;
  last_name: string;
  member_number: string;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  postal_code: string | null;
  city: string | null;
  has_left: boolean;
}

/**
 * Members with all terms, in German order of their names, or only those with a title; those in the
 * trash are none.
 */
export async function selectFoundMembers(
  tx: ReadTx,
  terms: readonly string[],
  { today, titled = false }: { today: string; titled?: boolean },
): Promise<FoundMember[]> {
  const { rows } = await sql<FoundMember>`
    SELECT id, title, first_name, last_name, member_number, email, phone, mobile, street, postal_code, city, coalesce(left_on < ${today}::date, false) AS has_left
    FROM member WHERE id = ANY(ARRAY(SELECT find_members(${terms}::text[], ${titled ? MOST_TITLED : MOST_COMPARED}))) AND deleted_at IS NULL
      ${titled ? sql`AND title IS NOT NULL` : sql``}
    ORDER BY has_left, last_name, first_name, id`.execute(sqlOf(tx));
  return rows;
}
