import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { type Attachment, type DraftFields, MAX_LISTED_CONTENT } from "../../contract.ts";

export interface DraftRecord {
  id: string;
  subject: string;
  content: string;
  recipient_ids: string[];
  recipient_group_ids: string[];
  reply_to: string | null;
  updated_at: Date;
  version: number;
  attachments: Attachment[];
  names: string[];
}

/**
 * In lists long contents and all but the first recipients are left out: hundreds of drafts to
 * thousands of people would be too much at once.
 */
const columns = ({ short }: { short: boolean }) => sql`
  SELECT d.id, d.subject, ${short ? sql`CASE WHEN length(d.content) <= ${MAX_LISTED_CONTENT}::int THEN d.content ELSE '' END AS content, d.recipient_ids[1:20] AS recipient_ids` : sql`d.content, d.recipient_ids`},
    d.recipient_group_ids, d.reply_to, d.updated_at, d.version,
    coalesce((SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type, 'size', a.size) ORDER BY a.position)
      FROM message_draft_attachment a WHERE a.draft_id = d.id), '[]') AS attachments,
    ARRAY(SELECT g.name FROM club_group g WHERE g.id = ANY(d.recipient_group_ids) ORDER BY g.name)
      || ARRAY(SELECT full_name(m.first_name, m.last_name) COLLATE german FROM member m WHERE m.id = ANY(d.recipient_ids[1:20]) AND m.anonymised_at IS NULL
        ORDER BY m.last_name, m.first_name) AS names`;

export async function selectDrafts(
  tx: ReadTx,
  ownerId: string,
  { page, size, dir }: { page: number; size: number; dir: "ASC" | "DESC" },
): Promise<{ records: DraftRecord[]; count: number }> {
  const db = sqlOf(tx);
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const [counted, found] = await Promise.all([
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM message_draft WHERE owner_id = ${ownerId}`.execute(db),
    sql<DraftRecord>`
      ${columns({ short: true })} FROM message_draft d WHERE d.owner_id = ${ownerId} ORDER BY d.updated_at ${direction}, d.id ${direction} LIMIT ${size} OFFSET ${page * size}`.execute(
      db,
    ),
  ]);
  return { records: found.rows, count: counted.rows[0]?.count ?? 0 };
}

export async function selectDraft(
  tx: ReadTx,
  id: string,
  ownerId: string,
): Promise<DraftRecord | undefined> {
  return (
    await sql<DraftRecord>`${columns({ short: false })} FROM message_draft d WHERE d.id = ${id} AND d.owner_id = ${ownerId}`.execute(
      sqlOf(tx),
    )
  ).rows[0];
}

/**
 * Holds somebody's draft until the end of the transaction; false when they have none of this id.
 */
export async function lockDraft(tx: WriteTx, id: string, ownerId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM message_draft WHERE id = ${id} AND owner_id = ${ownerId} FOR UPDATE`.execute(
      sqlOf(tx),
    );
  return rows.length > 0;
}

export async function countDrafts(tx: ReadTx, ownerId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM message_draft WHERE owner_id = ${ownerId}`.execute(
    sqlOf(tx),
  );
  return rows[0]?.count ?? 0;
}

export async function insertDraft(
  tx: WriteTx,
  id: string,
  ownerId: string,
  fields: DraftFields,
): Promise<void> {
  await sql`
    INSERT INTO message_draft (id, owner_id, subject, content, recipient_ids, recipient_group_ids, reply_to)
    VALUES (${id}, ${ownerId}, ${fields.subject}, ${fields.messageContent}, ${fields.recipientIds}::uuid[], ${fields.recipientGroupIds}::uuid[], ${fields.replyTo ?? null})`.execute(
    sqlOf(tx),
  );
}

/** Changes the draft when `version` is still the one in the database. */
export async function updateDraftRow(
  tx: WriteTx,
  id: string,
  version: number,
  fields: DraftFields,
): Promise<boolean> {
  const result = await sql`
    UPDATE message_draft SET subject = ${fields.subject}, content = ${fields.messageContent}, recipient_ids = ${fields.recipientIds}::uuid[],
      recipient_group_ids = ${fields.recipientGroupIds}::uuid[], reply_to = ${fields.replyTo ?? null}, updated_at = clock_timestamp(), version = version + 1
    WHERE id = ${id} AND version = ${version}`.execute(sqlOf(tx));
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Its attachments go with it; their bytes are whoever's who calls. */
export async function deleteDraftRow(tx: WriteTx, id: string): Promise<void> {
  await sql`DELETE FROM message_draft WHERE id = ${id}`.execute(sqlOf(tx));
}
