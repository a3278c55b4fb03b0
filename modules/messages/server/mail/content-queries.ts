import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

/** A message as it is put into mails. */
export interface MailedMessage {
  id: string;
  subject: string;
  content: string;
  plain_text: string;
  sent_at: Date;
  reply_to: string | null;
  sender: string;
  /** Where answers go; null when the sender has no address or is gone. */
  sender_address: string | null;
  attachments: { name: string; content_type: string; size: number; blob_key: string }[];
  /** Mails made of it. */
  mails: number;
}

/** A person that a mail is for, as they are now. */
export interface MailedPerson {
  mail_id: string;
  message_id: string;
  name: string;
  /** May log in, or has been invited to. */
  has_login: boolean;
}

export async function selectMailedMessages(
  tx: ReadTx,
  ids: readonly string[],
): Promise<MailedMessage[]> {
  const { rows } = await sql<MailedMessage>`
    SELECT m.id, m.subject, m.content, m.plain_text, m.sent_at, m.reply_to, full_name(m.sender_first_name, m.sender_last_name) AS sender,
      nullif(btrim(s.email), '') AS sender_address,
      coalesce((SELECT json_agg(json_build_object('name', a.name, 'content_type', a.content_type, 'size', a.size, 'blob_key', a.blob_key) ORDER BY a.position)
        FROM message_attachment a WHERE a.message_id = m.id), '[]') AS attachments,
      (SELECT count(*)::int FROM message_mail mm WHERE mm.message_id = m.id) AS mails
    FROM message m LEFT JOIN member s ON s.id = m.sender_id AND s.deleted_at IS NULL AND s.anonymised_at IS NULL
    WHERE m.id = ANY(${ids}::uuid[]) ORDER BY m.sent_at, m.id`.execute(sqlOf(tx));
  return rows;
}

/** The people of mails; who has gone meanwhile is written to no more. */
export async function selectMailedPeople(
  tx: ReadTx,
  mailIds: readonly string[],
): Promise<MailedPerson[]> {
  const { rows } = await sql<MailedPerson>`
    SELECT p.mail_id, p.message_id, full_name(m.first_name, m.last_name) AS name, coalesce(l.state IN ('ACTIVE', 'INVITED'), false) AS has_login
    FROM message_mail_person p JOIN member m ON m.id = p.user_id LEFT JOIN login l ON l.member_id = m.id
    WHERE p.mail_id = ANY(${mailIds}::uuid[]) AND m.deleted_at IS NULL AND m.anonymised_at IS NULL AND m.deceased_on IS NULL
    ORDER BY m.last_name, m.first_name, m.id`.execute(sqlOf(tx));
  return rows;
}
