import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { keptStatement } from "#platform/server/database/kept-statement.ts";
import { nextVersion, now } from "#platform/server/database/expressions.ts";
import { updatedBy } from "./author-queries.ts";
import { WRITTEN_COLUMNS, WRITTEN_TYPES } from "./field-columns-queries.ts";
import {
  joinsOfOneMember,
  memberColumns,
  memberJoins,
  type MemberRecord,
  pageOf,
} from "./member-columns-queries.ts";
import type { NewRow, RowChange } from "#platform/server/database/tables.ts";
import { notFound } from "#platform/server/http/app-error.ts";

/** A living record: neither in the trash nor anonymised. */
export async function selectMember(
  tx: ReadTx,
  id: string,
  day: string,
): Promise<MemberRecord | undefined> {
  const { rows } = await sqlOf(tx).executeQuery(livingMember({ id, day }));
  return rows[0];
}

const livingMember = keptStatement<{ id: string; day: string }, MemberRecord>(
  (valueOf) => sql<MemberRecord>`
    SELECT ${memberColumns} FROM member m ${joinsOfOneMember(valueOf("day"))}
    WHERE m.id = ${valueOf("id")}::uuid AND m.deleted_at IS NULL AND m.anonymised_at IS NULL`,
);

/** A record in the trash as well, but not an anonymised one. */
export async function selectAnyMember(
  tx: ReadTx,
  id: string,
  day: string,
): Promise<MemberRecord | undefined> {
  return (await selectMember(tx, id, day)) ?? (await selectMembers(tx, [id], day, true))[0];
}

/** Records in the order of the ids. */
export async function selectMembers(
  tx: ReadTx,
  ids: readonly string[],
  day: string,
  inTrash = false,
): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    ${pageOf(ids)} SELECT ${memberColumns} FROM page ${memberJoins(day)}
    WHERE (m.deleted_at IS NOT NULL) = ${inTrash} AND m.anonymised_at IS NULL
    ORDER BY page.place`.execute(sqlOf(tx));
  return rows;
}

/** Locks the row until the end of the transaction; says which state it is in. */
export async function lockMember(
  tx: WriteTx,
  id: string,
): Promise<{ isAdmin: boolean; inTrash: boolean } | undefined> {
  const row = await sqlOf(tx)
    .selectFrom("member")
    .select(["is_admin", "deleted_at"])
    .where("id", "=", id)
    .where("anonymised_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row && { isAdmin: row.is_admin, inTrash: row.deleted_at !== null };
}

export type NewMember = Omit<NewRow<"member">, "custom_fields"> & {
  custom_fields: Record<string, unknown>;
};

/** Rows as `insertMembers` sends them. */
export function memberRows(rows: readonly NewMember[]): { count: number; json: string } {
  return { count: rows.length, json: JSON.stringify(rows) };
}

/** Many rows by one statement. */
export async function insertMembers(
  tx: WriteTx,
  { count, json }: { count: number; json: string },
): Promise<void> {
  if (count === 0) return;
  const written = sql.raw(WRITTEN_COLUMNS);
  await sql`
    INSERT INTO member (id, ${written}, updated_by_id, updated_by_system)
    SELECT id, ${written}, updated_by_id, updated_by_system
    FROM jsonb_to_recordset(${json}::jsonb)
      AS row (id uuid, ${sql.raw(WRITTEN_TYPES)}, updated_by_id uuid, updated_by_system text)`.execute(
    sqlOf(tx),
  );
}

/**
 * Changes a living member when `version` is still the one in the database (null: whichever it is).
 */
export async function updateMemberRow(
  tx: WriteTx,
  id: string,
  version: number | null,
  change: RowChange<"member">,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("member")
    .set({
      ...change,
      updated_at: now,
      ...updatedBy(tx),
      version: nextVersion,
    })
    .where("id", "=", id)
    .where("anonymised_at", "is", null)
    .$if(version !== null, (query) => query.where("version", "=", version))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The club's day. */
export async function selectToday(tx: ReadTx): Promise<string> {
  const { today } = await sqlOf(tx)
    .selectNoFrom(sql<string>`tenant_today()`.as("today"))
    .executeTakeFirstOrThrow();
  return today;
}

/** Takes the next free numbers; one that was given by hand already is left out. */
export async function takeMemberNumbers(tx: WriteTx, count: number): Promise<string[]> {
  const db = sqlOf(tx);
  const numbers: string[] = [];
  while (numbers.length < count) {
    const missing = count - numbers.length;
    const rows = await db
      .selectFrom(sql<{ first: number }>`take_member_numbers(${missing})`.as<"t">(sql`t (first)`))
      .crossJoin(
        sql<{ n: number }>`generate_series(t.first, t.first + ${missing - 1})`.as<"s">(sql`s (n)`),
      )
      .select([
        sql<string>`s.n::text`.as("number"),
        sql<boolean>`EXISTS (SELECT FROM member WHERE member_number = s.n::text)`.as("taken"),
      ])
      .orderBy("s.n")
      .execute();
    // The club was removed meanwhile.
    if (rows.length === 0) throw notFound();
    numbers.push(...rows.filter(({ taken }) => !taken).map(({ number }) => number));
  }
  return numbers;
}

/** A number given by hand keeps the automatic ones behind it. */
export async function raiseMemberNumber(tx: WriteTx, given: number): Promise<void> {
  await sqlOf(tx)
    .selectNoFrom(sql`raise_member_numbers(${given})`.as("raised"))
    .execute();
}

export async function selectPictureKey(
  tx: ReadTx,
  id: string,
  size: "64" | "256" | "512",
): Promise<string | null> {
  const row = await sqlOf(tx)
    .selectFrom("member")
    .select(`picture_${size} as key`)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.key ?? null;
}

export async function selectPictureKeys(tx: ReadTx, id: string): Promise<string[]> {
  const row = await sqlOf(tx)
    .selectFrom("member")
    .select(["picture_64", "picture_256", "picture_512"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined
    ? []
    : [row.picture_64, row.picture_256, row.picture_512].filter((key) => key !== null);
}

/**
 * Which mails about messages members get, chosen without their page: by the link in such a mail.
 */
export async function setMessageMail(
  tx: WriteTx,
  ids: readonly string[],
  setting: "IMMEDIATE" | "DAILY" | "NONE",
): Promise<void> {
  if (ids.length === 0) return;
  await sqlOf(tx)
    .updateTable("member")
    .set({
      message_mail: setting,
      updated_at: now,
      ...updatedBy(tx),
      version: nextVersion,
    })
    .where("id", "in", [...ids])
    .where("message_mail", "<>", setting)
    .execute();
}
