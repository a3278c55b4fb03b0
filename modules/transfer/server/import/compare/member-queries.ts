import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { FieldValues } from "../stored-values.ts";

/** Of a member as much as telling people apart needs. */
export interface KnownPerson {
  id: string;
  memberNumber: string;
  firstname: string;
  lastname: string;
  birthday: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  postalCode: string | null;
  nameSound: string;
  inTrash: boolean;
  /** Only the number is left of them; it is not given again. */
  anonymised: boolean;
}

/**
 * Everyone of the club, read once for all rows of a file: just after an import the tables have no
 * statistics yet, and looking thousands of values up one by one would then read the whole club for
 * each of them.
 */
export async function selectPersons(tx: ReadTx): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    SELECT id, member_number AS "memberNumber", first_name AS firstname, last_name AS lastname, birthday::text AS birthday, email, phone, mobile, street,
      postal_code AS "postalCode", name_sound AS "nameSound", deleted_at IS NOT NULL AS "inTrash", anonymised_at IS NOT NULL AS anonymised
    FROM member`.execute(sqlOf(tx));
  return rows;
}

/** A member's values by the names of fields, as the history writes them. */
export interface PresentMember {
  id: string;
  version: number;
  inTrash: boolean;
  values: FieldValues;
  /** Groups they belong to today or will. */
  groupIds: string[];
}

export async function selectPresentMembers(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, PresentMember>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PresentMember>`
    SELECT m.id, m.version, m.deleted_at IS NOT NULL AS "inTrash", history_of_member(m) AS values,
      ARRAY(SELECT DISTINCT ms.group_id::text FROM membership ms WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id
        AND (ms.to_on IS NULL OR ms.to_on >= (SELECT tenant_today()))) AS "groupIds"
    FROM member m WHERE m.id = ANY(${ids}::uuid[]) AND m.anonymised_at IS NULL`.execute(sqlOf(tx));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Members as rows show them. */
export interface ShownMember {
  id: string;
  memberNumber: string;
  firstname: string;
  lastname: string;
  birthday: string | null;
  email: string | null;
  city: string | null;
  inTrash: boolean;
}

export async function selectShownMembers(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, ShownMember>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ShownMember>`
    SELECT id, member_number AS "memberNumber", first_name AS firstname, last_name AS lastname, birthday::text AS birthday, email, city,
      deleted_at IS NOT NULL AS "inTrash"
    FROM member WHERE id = ANY(${ids}::uuid[]) AND anonymised_at IS NULL`.execute(sqlOf(tx));
  return new Map(rows.map((row) => [row.id, row]));
}
