import { sql } from "kysely";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { AddresseeLists } from "../../contract.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** What is needed of a held message to go on with it. */
const columns = ["id", "sender_id", "subject", "content", "reply_to"] as const;
type HeldMessage = Row<"message", (typeof columns)[number]>;

/**
 * Returns a message that is still held and locks it until the end of the transaction; undefined
 * when it has gone out or was called back. Releasing and calling back begin with this, so that one
 * of them wins.
 */
export function lockHeldMessage(tx: WriteTx, id: string): Promise<HeldMessage | undefined> {
  return sqlOf(tx)
    .selectFrom("message")
    .select(columns)
    .where("id", "=", id)
    .where("held_until", "is not", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Has those of its recipients who are still in the club receive a held message now. */
export async function releaseHeldRecipients(tx: WriteTx, id: string): Promise<void> {
  const db = sqlOf(tx);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("message_recipient")
    .columns(["message_id", "user_id", "direct", "sent_at"])
    .expression((from) =>
      from
        .selectFrom("message_held_recipient as h")
        .innerJoin("person as m", "m.id", "h.user_id")
        .select(["h.message_id", "h.user_id", "h.direct", sql<Date>`now()`.as("sent_at")])
        .where("h.message_id", "=", id)
        .where("m.belongs", "=", true)
        .orderBy("h.user_id"),
    )
    .executeTakeFirstOrThrow();
  await db.deleteFrom("message_held_recipient").where("message_id", "=", id).execute();
  await db
    .updateTable("message_group")
    .set({ recipient_set: null })
    .where("message_id", "=", id)
    .where(sql<string>`recipient_set ->> 'kind'`, "=", "FILTER")
    .execute();
  await db
    .updateTable("message")
    .set({
      held_until: null,
      sent_at: sql<Date>`now()`,
      recipient_count: Number(numInsertedOrUpdatedRows ?? 0n),
    })
    .where("id", "=", id)
    .execute();
}

/** Returns the people, groups and sets that a held message names, as its sender named them. */
export async function selectHeldAddressees(tx: WriteTx, id: string): Promise<AddresseeLists> {
  const db = sqlOf(tx);
  const people = await db
    .selectFrom("message_held_recipient")
    .select("user_id")
    .where("message_id", "=", id)
    .where("direct", "=", true)
    .orderBy("user_id")
    .execute();
  const groups = await db
    .selectFrom("message_group")
    .select(["group_id", "recipient_set"])
    .where("message_id", "=", id)
    .orderBy("position")
    .execute();
  return {
    recipientIds: people.map(({ user_id }) => user_id),
    recipientGroupIds: groups.flatMap(({ group_id }) => group_id ?? []),
    recipientSets: groups.flatMap(({ recipient_set }) => recipient_set ?? []),
  };
}

/** Removes a held message; its attachments must be another's already. */
export async function deleteHeldMessage(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("message").where("id", "=", id).execute();
}
