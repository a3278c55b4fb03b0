import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { json } from "#platform/server/database/column-types.ts";
import { direction, nextVersion } from "#platform/server/database/expressions.ts";
import { type Attachment, type DraftFields, MAX_LISTED_CONTENT } from "../../contract.ts";

const attachments = sql<Attachment[]>`coalesce((
  SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type,
    'size', a.size) ORDER BY a.position)
  FROM message_draft_attachment a WHERE a.draft_id = d.id), '[]')`;

/** Names of the groups and of the first members that a draft goes to. */
const names = sql<string[]>`ARRAY(
    SELECT g.name FROM group_name g WHERE g.id = ANY(d.recipient_group_ids) ORDER BY g.name)
  || ARRAY(
    SELECT full_name(m.first_name, m.last_name) COLLATE german FROM person m
    WHERE m.id = ANY(d.recipient_ids[1:20]) AND m.anonymised_at IS NULL
    ORDER BY m.last_name, m.first_name)`;

/**
 * In lists long contents and all but the first recipients are left out: hundreds of drafts to
 * thousands of people would be too much at once.
 */
function drafts(tx: ReadTx, ownerId: string, { short }: { short: boolean }) {
  const content = sql<string>`CASE WHEN length(d.content) <= ${MAX_LISTED_CONTENT}::int
    THEN d.content ELSE '' END`;
  return sqlOf(tx)
    .selectFrom("message_draft as d")
    .select([
      "d.id",
      "d.subject",
      (short ? content : sql<string>`d.content`).as("content"),
      (short ? sql<string[]>`d.recipient_ids[1:20]` : sql<string[]>`d.recipient_ids`).as(
        "recipient_ids",
      ),
      "d.recipient_group_ids",
      "d.recipient_sets",
      "d.reply_to",
      "d.updated_at",
      "d.version",
      attachments.as("attachments"),
      names.as("names"),
    ])
    .where("d.owner_id", "=", ownerId);
}

export type DraftRecord = InferResult<ReturnType<typeof drafts>>[number];

export async function selectDrafts(
  tx: ReadTx,
  ownerId: string,
  { page, size, dir }: { page: number; size: number; dir: "ASC" | "DESC" },
): Promise<{ records: DraftRecord[]; count: number }> {
  const [count, records] = await Promise.all([
    countDrafts(tx, ownerId),
    drafts(tx, ownerId, { short: true })
      .orderBy("d.updated_at", direction(dir))
      .orderBy("d.id", direction(dir))
      .limit(size)
      .offset(page * size)
      .execute(),
  ]);
  return { records, count };
}

export function selectDraft(
  tx: ReadTx,
  id: string,
  ownerId: string,
): Promise<DraftRecord | undefined> {
  return drafts(tx, ownerId, { short: false }).where("d.id", "=", id).executeTakeFirst();
}

/**
 * Locks a person's draft until the end of the transaction; false when they have none of this id.
 */
export async function lockDraft(tx: WriteTx, id: string, ownerId: string): Promise<boolean> {
  const row = await sqlOf(tx)
    .selectFrom("message_draft")
    .select("id")
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countDrafts(tx: ReadTx, ownerId: string): Promise<number> {
  const { count } = await sqlOf(tx)
    .selectFrom("message_draft")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

function valuesOf({
  subject,
  messageContent,
  recipientIds,
  recipientGroupIds,
  recipientSets,
  replyTo,
}: DraftFields) {
  return {
    subject,
    content: messageContent,
    recipient_ids: recipientIds,
    recipient_group_ids: recipientGroupIds,
    recipient_sets: json(recipientSets),
    reply_to: replyTo ?? null,
  };
}

export async function insertDraft(
  tx: WriteTx,
  id: string,
  ownerId: string,
  fields: DraftFields,
): Promise<void> {
  await sqlOf(tx)
    .insertInto("message_draft")
    .values({ id, owner_id: ownerId, ...valuesOf(fields) })
    .execute();
}

/** Changes the draft when `version` is still the one in the database. */
export async function updateDraftRow(
  tx: WriteTx,
  id: string,
  version: number,
  fields: DraftFields,
): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(tx)
    .updateTable("message_draft")
    .set({
      ...valuesOf(fields),
      updated_at: sql<Date>`clock_timestamp()`,
      version: nextVersion,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Its attachments go with it; their bytes are the caller's to release. */
export async function deleteDraftRow(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("message_draft").where("id", "=", id).execute();
}
