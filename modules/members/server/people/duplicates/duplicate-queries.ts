import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

export interface DuplicateRecord {
  id: string;
  member_number: string;
  first_name: string;
  last_name: string;
  birthday: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  city: string | null;
  status: Row<"member">["status"];
  left_on: string | null;
  name_sound: string;
  in_trash: boolean;
}

interface Probe {
  id: string | null;
  sounds: readonly string[];
  email: string | null;
  birthday: string | null;
  memberNumber: string | null;
  phones: readonly string[];
}

/**
 * Everyone who shares sound of name, mail address, number or telephone with the probe, at most 200.
 */
export async function selectDuplicateCandidates(
  tx: ReadTx,
  { id, sounds, email, birthday, memberNumber, phones }: Probe,
): Promise<DuplicateRecord[]> {
  const { rows } = await sql<DuplicateRecord>`
    SELECT m.id, m.member_number, m.first_name, m.last_name, m.birthday::text AS birthday, m.email, m.phone, m.mobile, m.city, m.status,
      m.left_on::text AS left_on, m.name_sound, m.deleted_at IS NOT NULL AS in_trash
    FROM member m
    WHERE m.anonymised_at IS NULL AND m.id <> coalesce(${id}::uuid, '00000000-0000-0000-0000-000000000000')
      AND m.id IN (
        SELECT id FROM member WHERE name_sound = ANY(${sounds}::text[]) AND anonymised_at IS NULL
        UNION SELECT id FROM member WHERE lower(email) = lower(${email})
        UNION SELECT id FROM member WHERE member_number = ${memberNumber}
        UNION SELECT id FROM member WHERE birthday = ${birthday}::date AND deleted_at IS NULL
          AND ${phones}::text[] && ARRAY[right(regexp_replace(coalesce(phone, ''), '\\D', '', 'g'), 8), right(regexp_replace(coalesce(mobile, ''), '\\D', '', 'g'), 8)])
    LIMIT 200`.execute(sqlOf(tx));
  return rows;
}
