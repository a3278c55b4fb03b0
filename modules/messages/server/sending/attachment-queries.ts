import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** A file of a message or draft, with where its bytes are. */
export interface AttachmentRow {
  id: string;
  name: string;
  content_type: string;
  size: number;
  blob_key: string;
}

export async function selectAttachments(tx: ReadTx, messageId: string): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    SELECT id, name, content_type, size::float8 AS size, blob_key FROM message_attachment WHERE message_id = ${messageId} ORDER BY position`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function selectDraftAttachments(
  tx: ReadTx,
  draftId: string,
): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    SELECT id, name, content_type, size::float8 AS size, blob_key FROM message_draft_attachment WHERE draft_id = ${draftId} ORDER BY position`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function insertAttachments(
  tx: WriteTx,
  messageId: string,
  rows: readonly AttachmentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO message_attachment (id, message_id, position, name, content_type, size, blob_key)
    SELECT (row ->> 'id')::uuid, ${messageId}, position, row ->> 'name', row ->> 'content_type', (row ->> 'size')::bigint, row ->> 'blob_key'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS list (row, position)`.execute(
    sqlOf(tx),
  );
}

/** Behind those that are there already. */
export async function insertDraftAttachments(
  tx: WriteTx,
  draftId: string,
  rows: readonly AttachmentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO message_draft_attachment (id, draft_id, position, name, content_type, size, blob_key)
    SELECT (row ->> 'id')::uuid, ${draftId}, position + (SELECT coalesce(max(a.position), 0) FROM message_draft_attachment a WHERE a.draft_id = ${draftId}),
      row ->> 'name', row ->> 'content_type', (row ->> 'size')::bigint, row ->> 'blob_key'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS list (row, position)`.execute(
    sqlOf(tx),
  );
}

export async function deleteDraftAttachment(tx: WriteTx, id: string): Promise<void> {
  await sql`DELETE FROM message_draft_attachment WHERE id = ${id}`.execute(sqlOf(tx));
}
