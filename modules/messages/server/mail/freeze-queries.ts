import { sql } from "kysely";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** Mails of a message beyond so many let those to a few people pass. */
const BULK = 200;

/**
 * Settles who learns of a message by mail: one mail for each mailbox, however many people share it.
 * Where one of them wants mails at once, all learn at once; people who want the digest wait for it,
 * people who want none are left out. Who is told already stays as they are, so that it may run
 * twice.
 */
export async function freezeMails(tx: WriteTx, messageId: string): Promise<void> {
  await sql`
    WITH people AS MATERIALIZED (
      SELECT r.user_id, m.email, lower(btrim(m.email)) AS mailbox, m.message_mail = 'IMMEDIATE' AS at_once
      FROM message_recipient r JOIN person m ON m.id = r.user_id
      WHERE r.message_id = ${messageId} AND m.message_mail <> 'NONE' AND btrim(m.email) <> ''
        AND m.belongs
        AND NOT EXISTS (SELECT FROM message_mail_person p WHERE p.message_id = r.message_id AND p.user_id = r.user_id)
    ),
    mailboxes AS MATERIALIZED (
      SELECT mailbox, min(btrim(email)) AS address, bool_or(at_once) AS at_once, time_ordered_uuid() AS mail_id FROM people GROUP BY mailbox
    ),
    mails AS (
      INSERT INTO message_mail (id, kind, message_id, address, bulk)
      SELECT mail_id, 'MESSAGE', ${messageId}, address, (SELECT count(*) FROM mailboxes WHERE at_once) > ${BULK} FROM mailboxes WHERE at_once
    )
    INSERT INTO message_mail_person (message_id, user_id, mail_id)
    SELECT ${messageId}, user_id, CASE WHEN mailboxes.at_once THEN mail_id END FROM people JOIN mailboxes USING (mailbox)`.execute(
    sqlOf(tx),
  );
}
