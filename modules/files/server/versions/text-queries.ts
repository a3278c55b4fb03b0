import { sql } from "kysely";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** Keeps the words of a file's current version; those of an older one are passed over. */
export async function saveText(
  tx: WriteTx,
  entryId: string,
  version: number,
  text: { content: string; folded: string },
): Promise<void> {
  await sql`
    INSERT INTO file_text (entry_id, share_id, version, content, words)
    SELECT id, share_id, version, ${text.content}, words_of(${text.content}, ${text.folded})
    FROM file_entry WHERE id = ${entryId} AND version = ${version}
    ON CONFLICT (tenant_id, entry_id) DO UPDATE SET version = excluded.version, content = excluded.content, words = excluded.words`.execute(
    sqlOf(tx),
  );
}

/** The words of a former version no longer count. */
export async function forgetText(tx: WriteTx, entryId: string, version: number): Promise<void> {
  await sql`DELETE FROM file_text WHERE entry_id = ${entryId} AND version <> ${version}`.execute(
    sqlOf(tx),
  );
}
