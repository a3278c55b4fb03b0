import { sql } from "kysely";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** Keeps the words of a file's current version; those of an older one are passed over. */
export async function saveText(
  tx: WriteTx,
  entryId: string,
  version: number,
  { content, folded }: { content: string; folded: string },
): Promise<void> {
  await sqlOf(tx)
    .insertInto("file_text")
    .columns(["entry_id", "share_id", "version", "content", "words"])
    .expression((eb) =>
      eb
        .selectFrom("file_entry")
        .select(["id", "share_id", "version"])
        .select([
          sql<string>`${content}::text`.as("content"),
          sql<string>`words_of(${content}, ${folded})`.as("words"),
        ])
        .where("id", "=", entryId)
        .where("version", "=", version),
    )
    .onConflict((conflict) =>
      conflict.columns(["tenant_id", "entry_id"]).doUpdateSet(({ ref }) => ({
        version: ref("excluded.version"),
        content: ref("excluded.content"),
        words: ref("excluded.words"),
      })),
    )
    .execute();
}

/** The words of a former version no longer count. */
export async function forgetText(tx: WriteTx, entryId: string, version: number): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("file_text")
    .where("entry_id", "=", entryId)
    .where("version", "<>", version)
    .execute();
}
