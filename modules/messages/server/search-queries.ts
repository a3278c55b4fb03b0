import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database.ts";
import { type SearchTerm, sqlTerms } from "#platform/server/search.ts";
import { searchMessageIds } from "./message-queries.ts";

/** Hits that are compared with each other; far more than anybody is shown. */
const MOST_COMPARED = 60;
/** Characters of a text among which the hit is looked for. */
const MOST_CONTENT = 20_000;

export interface FoundMessage {
  id: string;
  subject: string;
  plain_text: string;
  sender_name: string;
  sent_at: Date;
  sent_by_reader: boolean;
}

/** Messages that the reader received or sent, and has not removed, with all terms; the newest first. */
export async function selectFoundMessages(tx: ReadTx, readerId: string, terms: readonly SearchTerm[]): Promise<FoundMessage[]> {
  const wanted = { terms: sqlTerms(terms), typed: terms.map(({ typed }) => typed), most: MOST_COMPARED };
  const ids = await searchMessageIds(tx, readerId, "ALL", wanted);
  const { rows } = await sql<FoundMessage>`
    SELECT m.id, m.subject, left(m.plain_text, ${MOST_CONTENT}::int) AS plain_text, full_name(m.sender_first_name, m.sender_last_name) AS sender_name,
      m.sent_at, m.sender_id IS NOT DISTINCT FROM ${readerId}::uuid AS sent_by_reader
    FROM message m
    WHERE m.id = ANY(${ids}::uuid[])
    ORDER BY m.sent_at DESC, m.id DESC`.execute(sqlOf<Record<never, never>>(tx));
  return rows;
}
