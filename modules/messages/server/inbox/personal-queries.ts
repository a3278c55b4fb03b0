import { type InferResult, type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** The day of a moment in the club's time zone. */
function dayOf(moment: RawBuilder<Date>) {
  return sql<string>`(${moment} AT TIME ZONE (SELECT time_zone FROM club))::date`;
}

const columns = [
  "m.id",
  "m.subject",
  "m.plain_text",
  "m.sent_at",
  dayOf(sql`m.sent_at`).as("sent_on"),
  sql<string>`full_name(m.sender_first_name, m.sender_last_name)`.as("sender"),
  "m.recipient_count",
  sql<string[]>`ARRAY(
    SELECT g.name FROM message_group g WHERE g.message_id = m.id ORDER BY g.position)`.as("groups"),
  sql<Row<"message_attachment", "name" | "size" | "blob_key">[]>`coalesce((
    SELECT json_agg(json_build_object('name', a.name, 'size', a.size, 'blob_key', a.blob_key)
      ORDER BY a.position)
    FROM message_attachment a WHERE a.message_id = m.id), '[]')`.as("attachments"),
] as const;

function received(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("message_recipient as r")
    .innerJoin("message as m", "m.id", "r.message_id")
    .select(columns)
    .select("r.read_at")
    .where("r.user_id", "=", memberId)
    .orderBy("m.sent_at")
    .orderBy("m.id");
}

export type PersonalMessage = InferResult<ReturnType<typeof received>>[number];

/** Everything that a person received, removed or not, the oldest first. */
export function selectReceived(tx: ReadTx, memberId: string): Promise<PersonalMessage[]> {
  return received(tx, memberId).execute();
}

/** Everything that a person sent. */
export function selectSent(tx: ReadTx, memberId: string): Promise<PersonalMessage[]> {
  return sqlOf(tx)
    .selectFrom("message as m")
    .select(columns)
    .select(sql<Date | null>`NULL::timestamptz`.as("read_at"))
    .where("m.sender_id", "=", memberId)
    .orderBy("m.sent_at")
    .orderBy("m.id")
    .execute();
}

export function selectDraftsOf(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("message_draft")
    .select(["id", "subject", "content", "updated_at"])
    .select(dayOf(sql`updated_at`).as("updated_on"))
    .where("owner_id", "=", memberId)
    .orderBy("updated_at")
    .execute();
}

/** The mails that told a person of messages. */
export function selectMailsTo(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("message_mail as m")
    .select(["m.kind", "m.address", "m.state", "m.created_at", "m.ended_at"])
    .where("m.id", "in", (eb) =>
      eb
        .selectFrom("message_mail_person as p")
        .select("p.mail_id")
        .where("p.user_id", "=", memberId),
    )
    .orderBy("m.created_at")
    .orderBy("m.id")
    .execute();
}

const ERASED = {
  sender_id: null,
  sender_first_name: "Anonymisiertes",
  sender_last_name: "Mitglied",
};

/** A text of a message without its sender's name. */
function withoutName(text: RawBuilder<string>) {
  return sql<string>`replace(${text}, nullif(full_name(sender_first_name, sender_last_name), ''),
    'Anonymisiertes Mitglied')`;
}

/**
 * Takes a person out of everybody's messages: they received nothing, and what they sent carries no
 * name, neither as its sender nor in its text. The text itself stays, since it belongs to those who
 * received it; where no one has it any more, the next cleanup takes it.
 */
export async function erasePerson(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await db.deleteFrom("message_recipient").where("user_id", "=", memberId).execute();
  await db.deleteFrom("message_held_recipient").where("user_id", "=", memberId).execute();
  const sent = () => db.updateTable("message").where("sender_id", "=", memberId);
  await sent()
    .set({
      subject: withoutName(sql`subject`),
      content: withoutName(sql`content`),
      plain_text: withoutName(sql`plain_text`),
    })
    .where(
      sql<boolean>`position(full_name(sender_first_name, sender_last_name)
        IN subject || ' ' || content) > 0`,
    )
    .execute();
  await sent()
    .set({
      ...ERASED,
      deleted_at: sql<Date>`coalesce(deleted_at, now())`,
      words: sql<string>`words_of(subject || ' ' || plain_text,
        folded_name(subject || ' ' || plain_text))`,
    })
    .execute();
}

/**
 * Messages that have been on no one's list for some days; with the bytes of their
 * attachments.
 */
export async function deleteUnseen(
  tx: WriteTx,
  days: number,
  most: number,
): Promise<{ count: number; keys: string[] }> {
  const db = sqlOf(tx);
  const since = sql<Date>`now() - make_interval(days => ${days})`;
  const rows = await db
    .selectFrom("message as m")
    .select("m.id")
    .where("m.held_until", "is", null)
    .where(({ eb, or }) => or([eb("m.sender_id", "is", null), eb("m.deleted_at", "<", since)]))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("message_recipient as r")
            .select("r.user_id")
            .whereRef("r.message_id", "=", "m.id")
            .where(({ eb, or }) =>
              or([eb("r.deleted_at", "is", null), eb("r.deleted_at", ">=", since)]),
            ),
        ),
      ),
    )
    .limit(most)
    .execute();
  if (rows.length === 0) return { count: 0, keys: [] };
  const ids = rows.map(({ id }) => id);
  const keys = await db
    .selectFrom("message_attachment")
    .select("blob_key")
    .where("message_id", "=", anyOf(ids))
    .execute();
  await db.deleteFrom("message").where("id", "=", anyOf(ids)).execute();
  return { count: rows.length, keys: keys.map(({ blob_key }) => blob_key) };
}
