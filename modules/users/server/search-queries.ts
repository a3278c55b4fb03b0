import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database.ts";
import type { Tables } from "./tables.ts";

/** Hits that are compared with each other; far more than anybody is shown. */
const MOST_COMPARED = 60;

export interface FoundMember {
  id: string;
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

/** Members with all terms, in German order of their names; those in the trash are none. */
export async function selectFoundMembers(tx: ReadTx, terms: readonly string[], today: string): Promise<FoundMember[]> {
  const { rows } = await sql<FoundMember>`
    SELECT id, first_name, last_name, member_number, email, phone, mobile, street, postal_code, city, coalesce(left_on < ${today}::date, false) AS has_left
    FROM member WHERE id = ANY(ARRAY(SELECT find_members(${terms}::text[], ${MOST_COMPARED}))) AND deleted_at IS NULL
    ORDER BY has_left, last_name, first_name, id`.execute(sqlOf<Tables>(tx));
  return rows;
}
