import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

/** Hits that are compared with each other; far more than are ever shown. */
const MOST_COMPARED = 60;
/** The same where only those with a title count. */
const MOST_TITLED = 600;

interface Wanted {
  today: string;
  /** Only those with a title. */
  titled?: boolean;
}

function foundMembers(tx: ReadTx, terms: readonly string[], { today, titled = false }: Wanted) {
  const most = titled ? MOST_TITLED : MOST_COMPARED;
  const found = sql<string>`ANY(ARRAY(SELECT find_members(${terms}::text[], ${most})))`;
  return sqlOf(tx)
    .selectFrom("member")
    .select([
      "id",
      "title",
      "first_name",
      "last_name",
      "member_number",
      "email",
      "phone",
      "mobile",
      "street",
      "postal_code",
      "city",
      sql<boolean>`coalesce(left_on < ${today}::date, false)`.as("has_left"),
    ])
    .where("id", "=", found)
    .where("deleted_at", "is", null)
    .$if(titled, (query) => query.where("title", "is not", null))
    .orderBy("has_left")
    .orderBy("last_name")
    .orderBy("first_name")
    .orderBy("id");
}

export type FoundMember = InferResult<ReturnType<typeof foundMembers>>[number];

/**
 * Members with all terms, in German order of their names, or only those with a title; those in the
 * trash are none.
 */
export function selectFoundMembers(
  tx: ReadTx,
  terms: readonly string[],
  wanted: Wanted,
): Promise<FoundMember[]> {
  return foundMembers(tx, terms, wanted).execute();
}
