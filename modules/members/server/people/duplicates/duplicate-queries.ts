import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyText } from "#platform/server/database/expressions.ts";

const NO_MEMBER = "00000000-0000-0000-0000-000000000000";

interface Probe {
  id: string | null;
  sounds: readonly string[];
  email: string | null;
  birthday: string | null;
  memberNumber: string | null;
  phones: readonly string[];
}

/** The last digits of telephone numbers, however they begin. */
const lastDigits = sql`ARRAY[right(regexp_replace(coalesce(phone, ''), '\\D', '', 'g'), 8),
  right(regexp_replace(coalesce(mobile, ''), '\\D', '', 'g'), 8)]`;

function candidates(tx: ReadTx, { id, sounds, email, birthday, memberNumber, phones }: Probe) {
  const db = sqlOf(tx);
  const ids = () => db.selectFrom("member").select("id");
  // Each by an index of its own.
  const alike = ids()
    .where("name_sound", "=", anyText(sounds))
    .where("anonymised_at", "is", null)
    .union(ids().where(sql<boolean>`lower(email) = lower(${email})`))
    .union(ids().where("member_number", "=", sql<string>`${memberNumber}`))
    .union(
      ids()
        .where("birthday", "=", sql<string>`${birthday}::date`)
        .where("deleted_at", "is", null)
        .where(sql<boolean>`${phones}::text[] && ${lastDigits}`),
    );
  return db
    .selectFrom("member as m")
    .select([
      "m.id",
      "m.member_number",
      "m.first_name",
      "m.last_name",
      "m.birthday",
      "m.email",
      "m.phone",
      "m.mobile",
      "m.city",
      "m.status",
      "m.left_on",
      "m.name_sound",
      sql<boolean>`m.deleted_at IS NOT NULL`.as("in_trash"),
    ])
    .where("m.anonymised_at", "is", null)
    .where("m.id", "<>", id ?? NO_MEMBER)
    .where("m.id", "in", alike)
    .limit(200);
}

export type DuplicateRecord = InferResult<ReturnType<typeof candidates>>[number];

/**
 * Everyone who shares sound of name, mail address, number or telephone with the probe, at most 200.
 */
export function selectDuplicateCandidates(tx: ReadTx, probe: Probe): Promise<DuplicateRecord[]> {
  return candidates(tx, probe).execute();
}
