import { type Expression, expressionBuilder, type NotNull, type SqlBool, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, now } from "#platform/server/database/expressions.ts";
import type { Tables } from "#platform/server/database/tables.ts";

/** People by what became of their mail. */
export interface MailCounts {
  mailed: number;
  failed: number;
  waiting: number;
}

/**
 * Everybody who is not said to wait or to have failed has got their mail: counted that way, few
 * rows are read.
 */
export async function countMails(
  tx: ReadTx,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, MailCounts>> {
  if (messageIds.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .with("told", (db) =>
      db
        .selectFrom("message_mail_person")
        .select(({ fn }) => ["message_id", fn.countAll<number>().as("people")])
        .where("message_id", "=", anyOf(messageIds))
        .groupBy("message_id"),
    )
    .with("untold", (db) => {
      const unsent = db
        .selectFrom("message_mail as m")
        .innerJoin("message_mail_person as p", "p.mail_id", "m.id")
        .select(["p.message_id", "m.state", sql<SqlBool>`true`.as("is_due")])
        .where("m.state", "<>", "SENT");
      return unsent
        .where("m.message_id", "=", anyOf(messageIds))
        .unionAll(
          unsent.where("m.message_id", "is", null).where("p.message_id", "=", anyOf(messageIds)),
        )
        .unionAll(
          db
            .selectFrom("message_mail_person")
            .select([
              "message_id",
              sql<"QUEUED">`'QUEUED'`.as("state"),
              sql<SqlBool>`NOT skipped`.as("is_due"),
            ])
            .where("message_id", "=", anyOf(messageIds))
            .where("mail_id", "is", null),
        );
    })
    .with("late", (db) =>
      db
        .selectFrom("untold")
        .select(({ fn }) => {
          const people = fn.countAll<number>();
          return [
            "message_id",
            people.as("people"),
            people.filterWhere("state", "=", "FAILED").as("failed"),
            people
              .filterWhere("state", "=", "QUEUED")
              .filterWhere("is_due", "is", true)
              .as("waiting"),
          ];
        })
        .groupBy("message_id"),
    )
    .selectFrom("told")
    .leftJoin("late", "late.message_id", "told.message_id")
    .select([
      "told.message_id",
      sql<number>`told.people - coalesce(late.people, 0)`.as("mailed"),
      sql<number>`coalesce(late.failed, 0)`.as("failed"),
      sql<number>`coalesce(late.waiting, 0)`.as("waiting"),
    ])
    .execute();
  return new Map(rows.map(({ message_id, ...counts }) => [message_id, counts]));
}

/** Returns whether no mail is for the recipient `r` of a message yet, now or with the digest. */
export function hasNoMail(): Expression<SqlBool> {
  const { exists, not, selectFrom } = expressionBuilder<
    Tables & { r: Tables["message_recipient"] },
    "r"
  >();
  return not(
    exists(
      selectFrom("message_mail_person as p")
        .select("p.user_id")
        .whereRef("p.message_id", "=", "r.message_id")
        .whereRef("p.user_id", "=", "r.user_id"),
    ),
  );
}

/** Recipients whom no mail is for: without address, or without the wish for mails. */
export function countUnmailed(
  tx: ReadTx,
  messageId: string,
): Promise<{ without_mail: number; mail_off: number }> {
  return sqlOf(tx)
    .selectFrom("message_recipient as r")
    .innerJoin("person as m", "m.id", "r.user_id")
    .select(({ fn }) => {
      const people = fn.countAll<number>();
      return [
        people.filterWhere(sql`btrim(coalesce(m.email, ''))`, "=", "").as("without_mail"),
        people
          .filterWhere(sql`btrim(m.email)`, "<>", "")
          .filterWhere("m.message_mail", "=", "NONE")
          .as("mail_off"),
      ];
    })
    .where("r.message_id", "=", messageId)
    .where(hasNoMail())
    .executeTakeFirstOrThrow();
}

export function selectFailures(tx: ReadTx, messageId: string, most: number) {
  return sqlOf(tx)
    .selectFrom("message_mail_person as p")
    .innerJoin("message_mail as m", "m.id", "p.mail_id")
    .innerJoin("person as u", "u.id", "p.user_id")
    .select([
      "p.user_id",
      "u.first_name",
      "u.last_name",
      "m.address",
      "m.failure",
      "m.response",
      "m.ended_at",
    ])
    .where("p.message_id", "=", messageId)
    .where("m.state", "=", "FAILED")
    .$narrowType<{ failure: NotNull; ended_at: NotNull }>()
    .orderBy("u.last_name")
    .orderBy("u.first_name")
    .orderBy("u.id")
    .limit(most)
    .execute();
}

/** What the mail server last said to a mail of the message that has to wait. */
export function selectDelay(
  tx: ReadTx,
  messageId: string,
): Promise<{ response: string; next_attempt_at: Date } | undefined> {
  return sqlOf(tx)
    .selectFrom("message_mail")
    .select(["response", "next_attempt_at"])
    .where("state", "=", "QUEUED")
    .where("response", "is not", null)
    .$narrowType<{ response: NotNull }>()
    .where("id", "in", (eb) =>
      eb
        .selectFrom("message_mail_person")
        .select("mail_id")
        .where("message_id", "=", messageId)
        .$narrowType<{ mail_id: NotNull }>(),
    )
    .orderBy("next_attempt_at")
    .limit(1)
    .executeTakeFirst();
}

/** Queues failed mails again, to the people's addresses of today. Returns how many. */
export async function requeueFailed(tx: WriteTx, messageId: string): Promise<number> {
  const db = sqlOf(tx);
  const today = db
    .selectFrom("message_mail_person as p")
    .innerJoin("person as u", "u.id", "p.user_id")
    .select(["p.mail_id", sql<string>`min(btrim(u.email))`.as("address")])
    .where(
      "p.mail_id",
      "in",
      db.selectFrom("message_mail_person").select("mail_id").where("message_id", "=", messageId),
    )
    .where(sql<string>`btrim(u.email)`, "<>", "")
    .where("u.deleted_at", "is", null)
    .where("u.anonymised_at", "is", null)
    .where("u.message_mail", "<>", "NONE")
    .groupBy("p.mail_id");
  const { numUpdatedRows } = await db
    .updateTable("message_mail as m")
    .from(today.as("today"))
    .set(({ ref }) => ({
      state: "QUEUED",
      failure: null,
      response: null,
      attempts: 0,
      ended_at: null,
      next_attempt_at: now,
      created_at: now,
      bulk: false,
      address: ref("today.address"),
    }))
    .whereRef("m.id", "=", "today.mail_id")
    .where("m.state", "=", "FAILED")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The people that a mail went to and who still have its address. */
export function selectSubscribers(tx: ReadTx, mailId: string) {
  return sqlOf(tx)
    .selectFrom("message_mail as m")
    .innerJoin("message_mail_person as p", "p.mail_id", "m.id")
    .innerJoin("person as u", "u.id", "p.user_id")
    .select([
      "u.id",
      sql<string>`full_name(u.first_name, u.last_name)`.as("name"),
      "u.message_mail as setting",
    ])
    .distinct()
    .where("m.id", "=", mailId)
    .where(sql<SqlBool>`lower(btrim(u.email)) = lower(m.address)`)
    .where("u.deleted_at", "is", null)
    .where("u.anonymised_at", "is", null)
    .orderBy("name")
    .execute();
}

/** Deletes mails to one person, and those whose people are all gone. */
export async function eraseMailsOf(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  await db.deleteFrom("message_mail_person").where("user_id", "=", memberId).execute();
  await db
    .deleteFrom("message_mail as m")
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("message_mail_person as p")
            .select("p.mail_id")
            .whereRef("p.mail_id", "=", "m.id"),
        ),
      ),
    )
    .execute();
}
