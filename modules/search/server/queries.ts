import { sql } from "kysely";
import { foldedText } from "#platform/contract/fold.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** German stems of words as typed, folded; null for words that say nothing (der, und). */
export async function selectStems(
  tx: ReadTx,
  typed: readonly string[],
): Promise<(string | null)[]> {
  const { stems } = await sqlOf(tx)
    .selectNoFrom(sql<(string | null)[]>`word_stems(${typed}::text[])`.as("stems"))
    .executeTakeFirstOrThrow();
  return stems.map((stem) => (stem === null ? null : foldedText(stem)));
}

/** For each word those of the club that share a good part of its letters, most alike first. */
export async function selectSimilarWords(
  tx: ReadTx,
  words: readonly string[],
  most: number,
): Promise<string[][]> {
  const rows = await sqlOf(tx)
    .selectFrom(
      sql<{ place: number; word: Row<"search_word">["word"] }>`
        similar_words(${words}::text[], ${most})`.as("similar"),
    )
    .select(["place", "word"])
    .execute();
  return words.map((_word, index) =>
    rows.filter(({ place }) => place === index + 1).map(({ word }) => word),
  );
}

/** Takes words off the list that stand nowhere any more, and doubles. */
export async function deleteUnusedWords(tx: WriteTx): Promise<void> {
  await sql`CALL forget_unused_words()`.execute(sqlOf(tx));
}
