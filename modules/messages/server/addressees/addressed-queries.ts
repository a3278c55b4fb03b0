import { type InferResult, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Audience } from "../../contract.ts";
import type { ResolvedSet } from "./sets/resolve-sets.ts";

/** Whom a message is addressed to, its sets found. */
export interface Addressees {
  recipientIds: readonly string[];
  recipientGroupIds: readonly string[];
  sets: readonly ResolvedSet[];
  /** People in the sets whom the sender may not write to. */
  notAllowedIds: readonly string[];
}

/** What a letter to m (member) is addressed with. */
const letterColumns = [
  "m.first_name",
  "m.last_name",
  "m.salutation",
  "m.title",
  "m.street",
  "m.address_addition",
  "m.postal_code",
  "m.city",
  "m.country",
] as const;

/**
 * A statement that has everybody who is addressed, each once, in `addressed`: with `reason` when
 * nothing goes to them. `namings` says how often a person is named: by themselves, by each group
 * named that they or a sub-group are in, and by each set.
 */
function addressed(
  tx: ReadTx,
  { recipientIds, recipientGroupIds, sets, notAllowedIds }: Addressees,
  senderId: string,
) {
  const inSets = sets.flatMap(({ memberIds }, place) => memberIds.map((id) => ({ id, place })));
  return sqlOf(tx)
    .withRecursive("below(root, id)", (db) =>
      db
        .selectFrom("group_name")
        .select(["id as root", "id"])
        .where("id", "=", anyOf(recipientGroupIds))
        .union(
          db
            .selectFrom("group_name as g")
            .innerJoin("below", "below.id", "g.parent_id")
            .select(["below.root", "g.id"]),
        ),
    )
    .with(
      (cte) => cte("named").materialized(),
      (db) =>
        db
          .selectFrom(
            sql<{ user_id: string }>`unnest(${recipientIds}::uuid[])`.as<"given">(
              sql`given (user_id)`,
            ),
          )
          .select(["given.user_id", sql<string | null>`NULL`.as("root")])
          .distinct()
          .unionAll(
            db
              .selectFrom("below")
              .innerJoin("group_member as ms", "ms.group_id", "below.id")
              .select(["ms.member_id as user_id", sql<string | null>`below.root::text`.as("root")])
              .distinct()
              .where("ms.is_current", "=", true),
          )
          .unionAll(
            db
              .selectFrom(
                sql<{ user_id: string; place: number }>`unnest(
                  ${inSets.map(({ id }) => id)}::uuid[], ${inSets.map(({ place }) => place)}::int[]
                )`.as<"in_set">(sql`in_set (user_id, place)`),
              )
              .select(["in_set.user_id", sql<string | null>`in_set.place::text`.as("root")]),
          ),
    )
    .with(
      (cte) => cte("counted").materialized(),
      (db) =>
        db
          .selectFrom("named")
          .select(({ fn }) => [
            "user_id",
            sql<boolean>`bool_or(root IS NULL)`.as("direct"),
            fn.countAll<number>().as("namings"),
          ])
          .groupBy("user_id"),
    )
    .with(
      (cte) => cte("addressed").materialized(),
      (db) =>
        db
          .selectFrom("counted as c")
          .innerJoin("person as m", "m.id", "c.user_id")
          .select(["m.id", "c.direct", "c.namings", "m.message_mail"])
          .select(letterColumns)
          .select([
            sql<boolean>`coalesce(m.email, '') <> ''`.as("has_address"),
            sql<Audience["leftOut"][number]["reason"] | null>`CASE
              WHEN m.belongs THEN CASE WHEN m.id = ${senderId} AND NOT c.direct THEN 'SENDER'
                WHEN m.id = ANY(${notAllowedIds}::uuid[]) THEN 'NOT_ALLOWED' END
              WHEN m.deleted_at IS NOT NULL OR m.anonymised_at IS NOT NULL THEN 'DELETED'
              WHEN m.deceased_on IS NOT NULL THEN 'DECEASED' ELSE 'LEFT' END`.as("reason"),
          ]),
    );
}

type AudienceRow = Omit<Audience, "people" | "groups" | "sets">;

/** Who a message would go to, counted; lists of people name `most` at most. */
export function selectAudience(
  tx: ReadTx,
  lists: Addressees,
  senderId: string,
  most: number,
): Promise<AudienceRow> {
  return addressed(tx, lists, senderId)
    .with(
      (cte) => cte("reached").materialized(),
      (db) => db.selectFrom("addressed").selectAll().where("reason", "is", null),
    )
    .selectFrom("reached")
    .select(({ fn, selectFrom }) => {
      const count = fn.countAll<number>();
      const few = selectFrom("reached")
        .select(["id", "first_name", "last_name"])
        .where("has_address", "is", false)
        .orderBy("last_name")
        .orderBy("first_name")
        .orderBy("id")
        .limit(most)
        .as("m");
      const fewLeftOut = selectFrom("addressed")
        .select(["id", "first_name", "last_name", "reason"])
        .where("reason", "is not", null)
        .orderBy("last_name")
        .orderBy("first_name")
        .orderBy("id")
        .limit(most)
        .as("m");
      return [
        count.as("count"),
        count.filterWhere("namings", ">", 1).as("doubles"),
        count
          .filterWhere("has_address", "is", true)
          .filterWhere("message_mail", "<>", "NONE")
          .as("withMail"),
        count
          .filterWhere("has_address", "is", true)
          .filterWhere("message_mail", "=", "NONE")
          .as("mailOff"),
        count.filterWhere("has_address", "is", false).as("withoutMailCount"),
        sql<AudienceRow["withoutMail"]>`coalesce(${selectFrom(few).select(({ fn, ref }) =>
          fn
            .agg("json_agg", [
              jsonBuildObject({
                id: ref("m.id"),
                firstname: ref("m.first_name"),
                lastname: ref("m.last_name"),
              }),
            ])
            .as("people"),
        )}, '[]')`.as("withoutMail"),
        selectFrom("addressed")
          .select(count.as("count"))
          .where("reason", "is not", null)
          .$asScalar()
          .$notNull()
          .as("leftOutCount"),
        sql<AudienceRow["leftOut"]>`coalesce(${selectFrom(fewLeftOut).select(({ fn, ref }) =>
          fn
            .agg("json_agg", [
              jsonBuildObject({
                id: ref("m.id"),
                firstname: ref("m.first_name"),
                lastname: ref("m.last_name"),
                reason: ref("m.reason"),
              }),
            ])
            .as("people"),
        )}, '[]')`.as("leftOut"),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** Writes down who will receive a message that is held; returns how many people that are. */
export async function insertHeldRecipients(
  tx: WriteTx,
  messageId: string,
  lists: Addressees,
  senderId: string,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await addressed(tx, lists, senderId)
    .insertInto("message_held_recipient")
    .columns(["message_id", "user_id", "direct"])
    .expression((db) =>
      db
        .selectFrom("addressed")
        .select([sql<string>`${messageId}::uuid`.as("message_id"), "id as user_id", "direct"])
        .where("reason", "is", null),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/** Writes down who receives a message; returns how many people that are. */
export async function insertRecipients(
  tx: WriteTx,
  messageId: string,
  lists: Addressees,
  senderId: string,
  sentAt: Date | null,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await addressed(tx, lists, senderId)
    .insertInto("message_recipient")
    .columns(["message_id", "user_id", "direct", "sent_at"])
    .expression((db) =>
      db
        .selectFrom("addressed")
        .select([
          sql<string>`${messageId}::uuid`.as("message_id"),
          "id as user_id",
          "direct",
          sql<Date>`coalesce(${sentAt}::timestamptz, now())`.as("sent_at"),
        ])
        .where("reason", "is", null)
        .orderBy("id"),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

function withoutMail(tx: ReadTx, lists: Addressees, senderId: string) {
  return addressed(tx, lists, senderId)
    .selectFrom("addressed as m")
    .select(letterColumns)
    .where("reason", "is", null)
    .where("has_address", "is", false)
    .orderBy("last_name")
    .orderBy("first_name")
    .orderBy("id");
}

/** A person to whom a letter goes. */
export type LetterRecipient = InferResult<ReturnType<typeof withoutMail>>[number];

/** Those without e-mail address among the people of these lists, by name. */
export function selectWithoutMail(
  tx: ReadTx,
  lists: Addressees,
  senderId: string,
): Promise<LetterRecipient[]> {
  return withoutMail(tx, lists, senderId).execute();
}

/**
 * Those among the recipients of a sent message who have no e-mail address today and are still in
 * the club, by name.
 */
export function selectRecipientsWithoutMail(
  tx: ReadTx,
  messageId: string,
): Promise<LetterRecipient[]> {
  return sqlOf(tx)
    .selectFrom("message_recipient as r")
    .innerJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "r.tenant_id").onRef("m.id", "=", "r.user_id"),
    )
    .select(letterColumns)
    .where("r.message_id", "=", messageId)
    .where(sql<string>`coalesce(m.email, '')`, "=", "")
    .where("m.belongs", "=", true)
    .orderBy("m.last_name")
    .orderBy("m.first_name")
    .orderBy("m.id")
    .execute();
}
