import { sql } from "kysely";
import { foldedText } from "#platform/contract/fold.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** German stems of words as typed, folded; null for words that say nothing (der, und). */
export async function selectStems(
  tx: ReadTx,
  typed: readonly string[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{
    stems: (string | null)[];
  }>`SELECT word_stems(${typed}::text[]) AS stems`.execute(sqlOf(tx));
  return (rows[0]?.stems ?? []).map((stem) => (stem === null ? null : foldedText(stem)));
}

/** For each word those of the club that share a good part of its letters, most alike first. */
export async function selectSimilarWords(
  tx: ReadTx,
  words: readonly string[],
  most: number,
): Promise<string[][]> {
  const { rows } = await sql<{
    place: number;
    word: string;
  }>`SELECT place, word FROM similar_words(${words}::text[], ${most})`.execute(sqlOf(tx));
  return words.map((_word, index) =>
    rows.filter(({ place }) => place === index + 1).map(({ word }) => word),
  );
}

/** Takes words off the list that stand nowhere any more, and doubles. */
export async function deleteUnusedWords(tx: WriteTx): Promise<void> {
  await sql`CALL forget_unused_words()`.execute(sqlOf(tx));
}
