import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database.ts";
import type { FieldValues } from "./tables.ts";

type Tables = Record<never, never>;

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

interface Wanted {
  ids: readonly string[];
  numbers: readonly string[];
  birthdays: readonly string[];
  emails: readonly string[];
  sounds: readonly string[];
}

/**
 * Everyone whom these rows may mean: the same id, number, birthday, mail address or sound of the name. Each value is
 * looked up by itself (`OFFSET 0` keeps it so): just after an import the tables have no statistics, and any other plan
 * would read the whole club for each batch. Mail addresses are read in one pass, because no index serves `lower` below
 * row-level security.
 */
export async function selectPersons(tx: ReadTx, { ids, numbers, birthdays, emails, sounds }: Wanted): Promise<KnownPerson[]> {
  const byEmail = emails.length === 0 ? sql`` : sql`UNION SELECT id FROM member WHERE lower(email) = ANY(${emails}::text[]) AND anonymised_at IS NULL`;
  const { rows } = await sql<KnownPerson>`
    SELECT m.* FROM (
      SELECT unnest(${ids}::uuid[]) AS id
      UNION SELECT f.id FROM unnest(${numbers}::text[]) AS v CROSS JOIN LATERAL (SELECT id FROM member WHERE member_number = v COLLATE german OFFSET 0) f
      UNION SELECT f.id FROM unnest(${birthdays}::date[]) AS v CROSS JOIN LATERAL (SELECT id FROM member WHERE birthday = v AND deleted_at IS NULL OFFSET 0) f
      UNION SELECT f.id FROM unnest(${sounds}::text[]) AS v CROSS JOIN LATERAL (SELECT id FROM member WHERE name_sound = v AND anonymised_at IS NULL OFFSET 0) f
      ${byEmail}
    ) found CROSS JOIN LATERAL (
      SELECT id, member_number AS "memberNumber", first_name AS firstname, last_name AS lastname, birthday::text AS birthday, email, phone, mobile, street,
        postal_code AS "postalCode", name_sound AS "nameSound", deleted_at IS NOT NULL AS "inTrash", anonymised_at IS NOT NULL AS anonymised
      FROM member WHERE id = found.id OFFSET 0
    ) m`.execute(sqlOf<Tables>(tx));
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

export async function selectPresentMembers(tx: ReadTx, ids: readonly string[]): Promise<Map<string, PresentMember>> {
  const { rows } = await sql<PresentMember>`
    SELECT f.* FROM tenant_today() AS today, unnest(${ids}::uuid[]) AS wanted CROSS JOIN LATERAL (
      SELECT m.id, m.version, m.deleted_at IS NOT NULL AS "inTrash", history_of_member(m) AS values,
        ARRAY(SELECT DISTINCT ms.group_id::text FROM membership ms WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id
          AND (ms.to_on IS NULL OR ms.to_on >= today)) AS "groupIds"
      FROM member m WHERE m.id = wanted AND m.anonymised_at IS NULL OFFSET 0
    ) f`.execute(sqlOf<Tables>(tx));
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

export async function selectShownMembers(tx: ReadTx, ids: readonly string[]): Promise<Map<string, ShownMember>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ShownMember>`
    SELECT id, member_number AS "memberNumber", first_name AS firstname, last_name AS lastname, birthday::text AS birthday, email, city,
      deleted_at IS NOT NULL AS "inTrash"
    FROM member WHERE id = ANY(${ids}::uuid[]) AND anonymised_at IS NULL`.execute(sqlOf<Tables>(tx));
  return new Map(rows.map((row) => [row.id, row]));
}
