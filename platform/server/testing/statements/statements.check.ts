import { existsSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { readRecord, RECORD_FOLDER, type RecordedStatement } from "./record.ts";
import { productTemplates } from "./templates.ts";

/*
 * What the unit tests had the database run, looked at after them. Names in statements of the query
 * builder are checked by the compiler; names in `sql` templates are text, and these tests stand for
 * them.
 */

let database: TestDatabase;
let client: pg.Client;
let record: RecordedStatement[];

beforeAll(async () => {
  if (RECORD_FOLDER === undefined || !existsSync(RECORD_FOLDER))
    throw new Error("no record; run `npm test -- unit statements`");
  record = readRecord(RECORD_FOLDER);
  database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

test("the database has run every SQL template of the product", () => {
  const ran = new Set(
    record.filter(({ reason }) => reason === undefined).flatMap(({ templates }) => templates),
  );
  const unproven = productTemplates().filter(({ text }) => !ran.has(text));
  expect(unproven.map(({ place, text }) => `${place} ${shortened(text)}`)).toEqual([]);
});

test("the database understands every statement as it stands", async () => {
  const refused: string[] = [];
  await client.query("BEGIN");
  for (const { text } of understandable()) {
    const reason = await refusalOf(text);
    if (reason !== null) refused.push(`${shortened(text)}: ${reason}`);
  }
  await client.query("ROLLBACK");
  expect(refused).toEqual([]);
});

test("whatever column is renamed, a statement no longer finds it", async () => {
  const columns = await columnsOfTables();
  const texts = understandable().map(({ text }) => ({ text, words: wordsOf(text) }));
  const unnoticed: string[] = [];
  for (const { table, column } of columns) {
    const naming = texts.filter(({ words }) => words.has(table) && words.has(column));
    await client.query("BEGIN");
    await client.query(`ALTER TABLE "${table}" RENAME COLUMN "${column}" TO renamed_column`);
    if (!(await isNoticed(naming.map(({ text }) => text)))) unnoticed.push(`${table}.${column}`);
    await client.query("ROLLBACK");
  }
  expect(columns.length).toBeGreaterThan(200);
  expect(unnoticed.filter((name) => !NAMED_BY_THE_DATABASE.has(name))).toEqual([]);
});

test("no statement asks for a flag in a way that leaves the flag's index aside", async () => {
  const flags = await flagsOfIndexes();
  const asking = new RegExp(`"(${flags.join("|")})" is (not )?(true|false)`, "i");
  const missing = record.filter(({ text }) => asking.test(text));
  expect(flags).toContain("is_long");
  // PostgreSQL takes an index WHERE flag for `flag`, not for `flag IS TRUE`: say ref("flag") or
  // not("flag").
  expect(missing.map(({ text }) => asking.exec(text)?.[0])).toEqual([]);
});

/** Columns that no statement of the product names: defaults, and what the database's functions do. */
const NAMED_BY_THE_DATABASE = new Set([
  "blob.created_at",
  "calendar.created_at",
  "calendar_feed.created_at",
  "club_group.created_at",
  "event.search_text",
  "export_target.created_at",
  "file_entry.search_name",
  "file_share.created_at",
  "holiday.id",
  "import_source.created_at",
  "mapping_number.last",
  "message.search_subject",
  "message_digest_day.made_at",
  "message_draft.created_at",
  "oidc_record.created_at",
  "search_word.id",
  "search_word.word",
  "signing_key.created_at",
  "tenant.created_at",
  "tenant.next_member_number",
]);

/** Statements that can be prepared, without being run. */
function understandable(): RecordedStatement[] {
  return record.filter(
    ({ text, reason }) =>
      reason === undefined && /^\s*(with|select|insert|update|delete)\b/i.test(text),
  );
}

async function isNoticed(texts: readonly string[]): Promise<boolean> {
  for (const text of texts) if ((await refusalOf(text)) === UNDEFINED_COLUMN) return true;
  return false;
}

const UNDEFINED_COLUMN = "42703";

/** Has the database understand a statement without running it; the code of its refusal, or null. */
async function refusalOf(text: string): Promise<string | null> {
  await client.query("SAVEPOINT untouched");
  try {
    await client.query(`PREPARE understood AS ${text}`);
    await client.query("DEALLOCATE understood");
    return null;
  } catch (error) {
    await client.query("ROLLBACK TO untouched");
    return error instanceof pg.DatabaseError ? (error.code ?? "") : String(error);
  }
}

async function columnsOfTables(): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    // A view keeps its own names when a column below it is renamed, and its file is what fails.
    `SELECT c.relname AS table, a.attname AS column FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND a.attname <> 'tenant_id'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_rewrite'::regclass
         AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum)
     ORDER BY c.relname, a.attname`,
  );
  return rows;
}

/** Returns the boolean columns that some index is limited by. */
async function flagsOfIndexes(): Promise<string[]> {
  const { rows } = await client.query<{ flag: string }>(
    `SELECT DISTINCT a.attname AS flag FROM pg_index i
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.atttypid = 'boolean'::regtype
     WHERE pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M')
       AND a.attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  );
  return rows.map(({ flag }) => flag);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/\w+/g));
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
