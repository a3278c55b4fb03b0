import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import { type SearchTerm, sqlTerms } from "#platform/server/search.ts";

/** Hits that are compared with each other; far more than are ever shown. */
const MOST_COMPARED = 60;
/** Characters of a text among which the hit is looked for. */
const MOST_CONTENT = 20_000;

function foundMessages(tx: ReadTx, readerId: string, terms: readonly SearchTerm[]) {
  const typed = terms.map((term) => term.typed);
  const found = sql<string>`ANY(ARRAY(SELECT find_messages(
    ${readerId}, 'ALL', ${sqlTerms(terms)}::text[], ${typed}::text[], ${MOST_COMPARED})))`;
  return sqlOf(tx)
    .selectFrom("message as m")
    .select([
      "m.id",
      "m.subject",
      sql<string>`full_name(m.sender_first_name, m.sender_last_name)`.as("sender_name"),
      "m.sent_at",
      sql<boolean>`m.sender_id IS NOT DISTINCT FROM ${readerId}::uuid`.as("sent_by_reader"),
    ])
    .where("m.id", "=", found)
    .orderBy("m.sent_at", "desc")
    .orderBy("m.id", "desc");
}

export type FoundMessage = InferResult<ReturnType<typeof foundMessages>>[number];

/**
 * Messages that the reader received or sent, and has not removed, with all terms; the newest first.
 */
export function selectFoundMessages(
  tx: ReadTx,
  readerId: string,
  terms: readonly SearchTerm[],
): Promise<FoundMessage[]> {
  return foundMessages(tx, readerId, terms).execute();
}

/** The texts of messages that the reader has been found to have, by id. */
export async function selectTexts(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("message")
    .select(["id", sql<string>`left(plain_text, ${MOST_CONTENT}::int)`.as("plain_text")])
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, plain_text }) => [id, plain_text]));
}
