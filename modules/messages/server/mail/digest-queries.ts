import { sql } from "kysely";
import { type Database, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** Active clubs where messages wait for a digest. */
export function clubsAwaitingDigests(
  database: Database,
): Promise<{ id: string; time_zone: string }[]> {
  return database.queryWithoutTenant("SELECT id, time_zone FROM tenants_awaiting_digests()", []);
}

/** Clubs with mails that should have been tried by now. */
export async function clubsWithOverdueMails(database: Database): Promise<string[]> {
  return (
    await database.queryWithoutTenant<{ id: string }>(
      "SELECT id FROM tenants_with_overdue_mails()",
      [],
    )
  ).map(({ id }) => id);
}

/** Takes a day's digest on; false when somebody did already. */
export async function takeDigestDay(tx: WriteTx, day: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sqlOf(tx)
    .insertInto("message_digest_day")
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Makes one mail for each mailbox of all messages that wait for the digest and are still unread.
 * The address is today's. Who has read them here, or wants no mails any more, needs none.
 */
export async function insertDigests(tx: WriteTx): Promise<void> {
  await sql`
    WITH waiting AS MATERIALIZED (
      SELECT p.message_id, p.user_id, btrim(m.email) AS email, lower(btrim(m.email)) AS mailbox,
        r.read_at IS NULL AND r.deleted_at IS NULL AND m.message_mail <> 'NONE' AND btrim(coalesce(m.email, '')) <> '' AND m.belongs AS wanted
      FROM message_mail_person p JOIN person m ON m.id = p.user_id
        JOIN message_recipient r ON r.message_id = p.message_id AND r.user_id = p.user_id
      WHERE p.mail_id IS NULL AND NOT p.skipped
    ),
    mailboxes AS MATERIALIZED (SELECT mailbox, min(email) AS address, time_ordered_uuid() AS mail_id FROM waiting WHERE wanted GROUP BY mailbox),
    mails AS (
      INSERT INTO message_mail (id, kind, address, bulk) SELECT mail_id, 'DIGEST', address, true FROM mailboxes
    )
    UPDATE message_mail_person p SET mail_id = b.mail_id, skipped = NOT w.wanted
    FROM waiting w LEFT JOIN mailboxes b ON w.wanted AND b.mailbox = w.mailbox
    WHERE p.message_id = w.message_id AND p.user_id = w.user_id`.execute(sqlOf(tx));
}
