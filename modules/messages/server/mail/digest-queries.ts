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

/** Claims a day's digest; false when another process has already. */
export async function takeDigestDay(tx: WriteTx, day: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sqlOf(tx)
    .insertInto("message_digest_day")
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether the digest is to tell m (member) of what r (message_recipient) has not read. */
const isUnread = sql<boolean>`r.read_at IS NULL AND r.deleted_at IS NULL
  AND m.message_mail <> 'NONE' AND btrim(coalesce(m.email, '')) <> '' AND m.belongs`;

/**
 * Makes one mail for each mailbox of all messages that wait for the digest and are still unread.
 * The address is today's. Who has read them here, or wants no mails any more, needs none.
 */
export async function insertDigests(tx: WriteTx): Promise<void> {
  await sqlOf(tx)
    .with(
      (cte) => cte("waiting").materialized(),
      (db) =>
        db
          .selectFrom("message_mail_person as p")
          .innerJoin("person as m", "m.id", "p.user_id")
          .innerJoin("message_recipient as r", (join) =>
            join.onRef("r.message_id", "=", "p.message_id").onRef("r.user_id", "=", "p.user_id"),
          )
          .select([
            "p.message_id",
            "p.user_id",
            sql<string>`btrim(m.email)`.as("email"),
            sql<string>`lower(btrim(m.email))`.as("mailbox"),
            isUnread.as("wanted"),
          ])
          .where("p.mail_id", "is", null)
          .where(({ not }) => not("p.skipped")),
    )
    .with(
      (cte) => cte("mailboxes").materialized(),
      (db) =>
        db
          .selectFrom("waiting")
          .select([
            "mailbox",
            sql<string>`min(email)`.as("address"),
            sql<string>`time_ordered_uuid()`.as("mail_id"),
          ])
          .where("wanted", "is", true)
          .groupBy("mailbox"),
    )
    .with("mails", (db) =>
      db
        .insertInto("message_mail")
        .columns(["id", "kind", "address", "bulk"])
        .expression(
          db
            .selectFrom("mailboxes")
            .select([
              "mail_id",
              sql<"DIGEST">`'DIGEST'`.as("kind"),
              "address",
              sql<boolean>`true`.as("bulk"),
            ]),
        ),
    )
    .updateTable("message_mail_person as p")
    .from("waiting as w")
    .leftJoin("mailboxes as b", (join) =>
      join.on("w.wanted", "is", true).onRef("b.mailbox", "=", "w.mailbox"),
    )
    .set(({ ref }) => ({ mail_id: ref("b.mail_id"), skipped: sql<boolean>`NOT w.wanted` }))
    .whereRef("p.message_id", "=", "w.message_id")
    .whereRef("p.user_id", "=", "w.user_id")
    .execute();
}
