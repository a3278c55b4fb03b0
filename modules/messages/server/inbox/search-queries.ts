import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { type SearchTerm, sqlTerms } from "#platform/server/search.ts";

/** Hits that are compared with each other; far more than anybody is shown. */
const MOST_COMPARED = 60;
/** Characters of a text among which the hit is looked for. */
const MOST_CONTENT = 20_000;

export interface FoundMessage {
  id: string;
  subject: string;
  sender_name: string;
  sent_at: Date;
  sent_by_reader: boolean;
}

/**
 * Messages that the reader received or sent, and has not removed, with all terms; the newest first.
 */
export async function selectFoundMessages(
  tx: ReadTx,
  readerId: string,
  terms: readonly SearchTerm[],
): Promise<FoundMessage[]> {
  const typed = terms.map((term) => term.typed);
  const { rows } = await sql<FoundMessage>`
    SELECT m.id, m.subject, full_name(m.sender_first_name, m.sender_last_name) AS sender_name, m.sent_at,
      m.sender_id IS NOT DISTINCT FROM ${readerId}::uuid AS sent_by_reader
    FROM message m
    WHERE m.id = ANY(ARRAY(SELECT find_messages(${readerId}, 'ALL', ${sqlTerms(terms)}::text[], ${typed}::text[], ${MOST_COMPARED})))
    ORDER BY m.sent_at DESC, m.id DESC`.execute(sqlOf(tx));
  return rows;
}

/** The texts of messages that the reader has been found to have, by id. */
export async function selectTexts(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; plain_text: string }>`
    SELECT id, left(plain_text, ${MOST_CONTENT}::int) AS plain_text FROM message WHERE id = ANY(${ids}::uuid[])`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map(({ id, plain_text }) => [id, plain_text]));
}
