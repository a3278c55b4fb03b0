import { sql } from "kysely";
import { type UpdatedBy, updatedBy } from "./author-queries.ts";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { NewMember } from "./queries.ts";

export interface MemberBefore {
  id: string;
  version: number;
  memberNumber: string;
  email: string | null;
  leftOn: string | null;
  deceasedOn: string | null;
  inTrash: boolean;
}

/**
 * What rules ask about members before they change, under a lock until the end of the transaction;
 * by id.
 */
export async function selectMembersBefore(
  tx: WriteTx,
  ids: readonly string[],
): Promise<Map<string, MemberBefore>> {
  const { rows } = await sql<MemberBefore>`
    SELECT id, version, member_number AS "memberNumber", email, left_on::text AS "leftOn",
      deceased_on::text AS "deceasedOn", deleted_at IS NOT NULL AS "inTrash"
    FROM member WHERE id = ANY(${ids}::uuid[]) AND anonymised_at IS NULL ORDER BY id FOR NO KEY UPDATE`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Replaces the writable columns of many rows by one statement. */
export async function updateMemberRows(
  tx: WriteTx,
  rows: readonly Omit<NewMember, keyof UpdatedBy>[],
): Promise<void> {
  const by = updatedBy(tx);
  await sql`
    UPDATE member m SET member_number = row.member_number, salutation = row.salutation, title = row.title, first_name = row.first_name,
      last_name = row.last_name, email = row.email, phone = row.phone, mobile = row.mobile, street = row.street,
      address_addition = row.address_addition, postal_code = row.postal_code, city = row.city, country = row.country,
      birthday = row.birthday, gender = row.gender, joined_on = row.joined_on, terminated_on = row.terminated_on, left_on = row.left_on,
      deceased_on = row.deceased_on, status = row.status, account_holder = row.account_holder, iban = row.iban, bic = row.bic,
      mandate_reference = row.mandate_reference, notes = row.notes, custom_fields = row.custom_fields, search_text = row.search_text,
      name_sound = row.name_sound, updated_at = now(), updated_by_id = ${by.updated_by_id}::uuid,
      updated_by_system = ${by.updated_by_system}::text, version = m.version + 1
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, member_number text, salutation text, title text, first_name text,
      last_name text, email text, phone text, mobile text, street text, address_addition text, postal_code text, city text, country text,
      birthday date, gender text, joined_on date, terminated_on date, left_on date, deceased_on date, status text, account_holder text,
      iban text, bic text, mandate_reference text, notes text, custom_fields jsonb, search_text text, name_sound text)
    WHERE m.id = row.id`.execute(sqlOf(tx));
}
