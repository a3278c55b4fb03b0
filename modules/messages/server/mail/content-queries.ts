import { type InferResult, type NotNull, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

const attachments = sql<
  Row<"message_attachment", "name" | "content_type" | "size" | "blob_key">[]
>`coalesce((
  SELECT json_agg(json_build_object('name', a.name, 'content_type', a.content_type,
    'size', a.size, 'blob_key', a.blob_key) ORDER BY a.position)
  FROM message_attachment a WHERE a.message_id = m.id), '[]')`;

function mailedMessages(tx: ReadTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("message as m")
    .leftJoin("person as s", (join) =>
      join
        .onRef("s.id", "=", "m.sender_id")
        .on("s.deleted_at", "is", null)
        .on("s.anonymised_at", "is", null),
    )
    .select(({ fn, selectFrom }) => [
      "m.id",
      "m.subject",
      "m.content",
      "m.plain_text",
      "m.sent_at",
      "m.reply_to",
      sql<string>`full_name(m.sender_first_name, m.sender_last_name)`.as("sender"),
      // Where answers go; null when the sender has no address or is gone.
      sql<string | null>`nullif(btrim(s.email), '')`.as("sender_address"),
      attachments.as("attachments"),
      // Mails made of it.
      selectFrom("message_mail as mm")
        .select(fn.countAll<number>().as("count"))
        .whereRef("mm.message_id", "=", "m.id")
        .$asScalar()
        .$notNull()
        .as("mails"),
    ])
    .where("m.id", "=", anyOf(ids))
    .orderBy("m.sent_at")
    .orderBy("m.id");
}

/** A message as it is put into mails. */
export type MailedMessage = InferResult<ReturnType<typeof mailedMessages>>[number];

export function selectMailedMessages(tx: ReadTx, ids: readonly string[]): Promise<MailedMessage[]> {
  return mailedMessages(tx, ids).execute();
}

/** The people of mails, as they are now; who has gone meanwhile is written to no more. */
export function selectMailedPeople(tx: ReadTx, mailIds: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("message_mail_person as p")
    .innerJoin("person as m", "m.id", "p.user_id")
    .leftJoin("member_login as l", "l.member_id", "m.id")
    .select([
      "p.mail_id",
      "p.message_id",
      sql<string>`full_name(m.first_name, m.last_name)`.as("name"),
      // May log in, or has been invited to.
      sql<boolean>`coalesce(l.state IN ('ACTIVE', 'INVITED'), false)`.as("has_login"),
    ])
    .where("p.mail_id", "=", anyOf(mailIds))
    .$narrowType<{ mail_id: NotNull }>()
    .where("m.deleted_at", "is", null)
    .where("m.anonymised_at", "is", null)
    .where("m.deceased_on", "is", null)
    .orderBy("m.last_name")
    .orderBy("m.first_name")
    .orderBy("m.id")
    .execute();
}
