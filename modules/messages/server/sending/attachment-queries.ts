import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

const columns = ["id", "name", "content_type", "size", "blob_key"] as const;

/** A file of a message or draft, with where its bytes are. */
export type AttachmentRow = Row<"message_attachment", (typeof columns)[number]>;

export function selectAttachments(tx: ReadTx, messageId: string): Promise<AttachmentRow[]> {
  return sqlOf(tx)
    .selectFrom("message_attachment")
    .select(columns)
    .where("message_id", "=", messageId)
    .orderBy("position")
    .execute();
}

export function selectDraftAttachments(tx: ReadTx, draftId: string): Promise<AttachmentRow[]> {
  return sqlOf(tx)
    .selectFrom("message_draft_attachment")
    .select(columns)
    .where("draft_id", "=", draftId)
    .orderBy("position")
    .execute();
}

export async function insertAttachments(
  tx: WriteTx,
  messageId: string,
  rows: readonly AttachmentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sqlOf(tx)
    .insertInto("message_attachment")
    .values(rows.map((row, place) => ({ ...row, message_id: messageId, position: place + 1 })))
    .execute();
}

/** Behind those that are there already. */
export async function insertDraftAttachments(
  tx: WriteTx,
  draftId: string,
  rows: readonly AttachmentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const last = sql`(SELECT coalesce(max(a.position), 0)
    FROM message_draft_attachment a WHERE a.draft_id = ${draftId})`;
  await sqlOf(tx)
    .insertInto("message_draft_attachment")
    .values(
      rows.map((row, place) => ({
        ...row,
        draft_id: draftId,
        position: sql<number>`${last} + ${place + 1}`,
      })),
    )
    .execute();
}

export async function deleteDraftAttachment(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("message_draft_attachment").where("id", "=", id).execute();
}
