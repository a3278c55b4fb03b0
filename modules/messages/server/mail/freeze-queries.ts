import { sql } from "kysely";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { hasNoMail } from "./delivery-queries.ts";

/** Mails of a message beyond so many let those to a few people pass. */
const BULK = 200;

/**
 * Settles who learns of a message by mail: one mail for each mailbox, however many people share it.
 * Where one of them wants mails at once, all learn at once; people who want the digest wait for it,
 * people who want none are left out. Who is told already stays as they are, so that it may run
 * twice.
 */
export async function freezeMails(tx: WriteTx, messageId: string): Promise<void> {
  const message = sql<string>`${messageId}::uuid`;
  await sqlOf(tx)
    .with(
      (cte) => cte("people").materialized(),
      (db) =>
        db
          .selectFrom("message_recipient as r")
          .innerJoin("person as m", "m.id", "r.user_id")
          .select([
            "r.user_id",
            "m.email",
            sql<string>`lower(btrim(m.email))`.as("mailbox"),
            sql<boolean>`m.message_mail = 'IMMEDIATE'`.as("at_once"),
          ])
          .where("r.message_id", "=", messageId)
          .where("m.message_mail", "<>", "NONE")
          .where(sql<string>`btrim(m.email)`, "<>", "")
          .where("m.belongs", "=", true)
          .where(hasNoMail()),
    )
    .with(
      (cte) => cte("mailboxes").materialized(),
      (db) =>
        db
          .selectFrom("people")
          .select([
            "mailbox",
            sql<string>`min(btrim(email))`.as("address"),
            sql<boolean>`bool_or(at_once)`.as("at_once"),
            sql<string>`time_ordered_uuid()`.as("mail_id"),
          ])
          .groupBy("mailbox"),
    )
    .with("mails", (db) =>
      db
        .insertInto("message_mail")
        .columns(["id", "kind", "message_id", "address", "bulk"])
        .expression(
          db
            .selectFrom("mailboxes")
            .select([
              "mail_id",
              sql<"MESSAGE">`'MESSAGE'`.as("kind"),
              message.as("message_id"),
              "address",
              sql<boolean>`(SELECT count(*) FROM mailboxes WHERE at_once) > ${BULK}`.as("bulk"),
            ])
            .where("at_once", "is", true),
        ),
    )
    .insertInto("message_mail_person")
    .columns(["message_id", "user_id", "mail_id"])
    .expression((db) =>
      db
        .selectFrom("people")
        .innerJoin("mailboxes", "mailboxes.mailbox", "people.mailbox")
        .select([
          message.as("message_id"),
          "people.user_id",
          sql<string | null>`CASE WHEN mailboxes.at_once THEN mailboxes.mail_id END`.as("mail_id"),
        ]),
    )
    .execute();
}
