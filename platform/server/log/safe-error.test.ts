import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { safeError } from "./safe-error.ts";

const NAME = "Quittenhuber";
const ADDRESS = "zwetschgine@quitten.example";

describe("of PostgreSQL's errors", () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase(process.env["TEST_DATABASE_URL"] ?? "");
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(
      `CREATE TABLE person_of_log (
         name text, email text UNIQUE, CONSTRAINT short_name CHECK (length(name) < 100))`,
    );
    await client.query("INSERT INTO person_of_log VALUES ($1, $2)", [NAME, ADDRESS]);
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  async function refused(statement: string, values: unknown[] = []) {
    const error: unknown = await client.query(statement, values).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    return safeError(error);
  }

  test("the name of a constraint is told, the rows are not", async () => {
    const unique = await refused("INSERT INTO person_of_log VALUES ($1, $2)", ["x", ADDRESS]);
    expect(unique).toMatchObject({
      type: "error",
      code: "23505",
      constraint: "person_of_log_email_key",
      table: "person_of_log",
      message: 'duplicate key value violates unique constraint "person_of_log_email_key"',
    });
    const check = await refused("INSERT INTO person_of_log VALUES ($1, '')", [NAME.repeat(20)]);
    expect(check).toMatchObject({ code: "23514", constraint: "short_name" });
    for (const text of [unique, check].map((error) => JSON.stringify(error))) {
      expect(text).not.toContain(NAME);
      expect(text).not.toContain(ADDRESS);
      expect(text).not.toMatch(/"(detail|where|hint|internalQuery)"/);
    }
  });

  test.each([
    ["SELECT $1::uuid", [NAME], "22P02"],
    ["SELECT $1::date", [NAME], "22007"],
    ["SELECT to_tsquery($1)", [`${NAME} & `], "42601"],
    ["SELECT $1::json", [`{"name": ${NAME}`], "22P02"],
  ])("%s: a value in a message is left out", async (statement, values, code) => {
    const error = await refused(statement, values);
    expect(error["code"]).toBe(code);
    expect(error.message).not.toBe("");
    expect(JSON.stringify(error)).not.toContain(NAME);
  });

  test("what a function says may be anything, so nothing of it stays", async () => {
    const error = await refused(
      `DO $$ BEGIN RAISE EXCEPTION 'row (${NAME}) is wrong' USING ERRCODE = '23505', DETAIL = '${NAME}'; END $$`,
    );
    expect(error).toMatchObject({ code: "23505", message: "…" });
    expect(JSON.stringify(error)).not.toContain(NAME);
  });
});

test("of a mail server's refusal its code stays", () => {
  const error = Object.assign(new Error(`Can't send mail: 550 5.1.1 <${ADDRESS}>: no ${NAME}`), {
    code: "EENVELOPE",
    responseCode: 550,
    response: `550 5.1.1 <${ADDRESS}>: no ${NAME}`,
    rejected: [ADDRESS],
  });
  const safe = safeError(error);
  expect(safe).toMatchObject({ code: "EENVELOPE", message: "mail server: 550 5.1.1" });
  expect(JSON.stringify(safe)).not.toMatch(/Quittenhuber|zwetschgine/);
});

test("of a refused shape the codes stay, no keys and no values", () => {
  const { error } = z
    .strictObject({ born: z.iso.date() })
    .safeParse({ born: NAME, [NAME]: ADDRESS });
  const safe = safeError(error);
  expect(safe.message).toBe("refused: invalid_format, unrecognized_keys");
  expect(JSON.stringify(safe)).not.toMatch(/Quittenhuber|zwetschgine/);
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test.each([
  ["text that is no JSON", () => JSON.parse(`{"name": "${NAME}" "}`)],
  ["an address that is none", () => new URL(`${NAME}?q=${ADDRESS}`)],
  ["a file", () => Object.assign(new Error(`ENOENT: open '/tmp/${NAME}.pdf'`), { path: NAME })],
  ["a cause", () => new Error("failed", { cause: new Error(`"${NAME}"`, { cause: ADDRESS }) })],
  ["several", () => new AggregateError([new Error(`no „${NAME}“`)], `Mail to ${ADDRESS}`)],
  ["a message like a stack", () => new Error(`failed\n    at ${NAME} (file:///x.ts:1:1)`)],
  [
    "a login in an address",
    () => new Error(`https://${NAME}:x@host/list?name=${NAME}&b=1 is away`),
  ],
  ["no error", () => NAME],
])("nothing that somebody brought stays: %s", (_what, work) => {
  expect(JSON.stringify(safeError(thrownBy(work)))).not.toMatch(/Quittenhuber|zwetschgine/);
});

test("what it is and where it arose stays, of causes too", () => {
  const cause = new TypeError("Cannot read properties of undefined (reading 'x')");
  const safe = safeError(new RangeError("three is too many", { cause }));
  expect(safe).toMatchObject({
    type: "RangeError",
    message: "three is too many",
    stack: expect.stringMatching(/^at .*safe-error\.test\.ts:\d+/),
    causes: [{ type: "TypeError", message: cause.message }],
  });
});

test("why PostgreSQL does not start stays as it says it", () => {
  const reason = 'pg_ctl failed (1):\nFATAL:  data directory "/srv/postgres" has wrong ownership';
  const error = new Error(reason);
  error.stack = `Error: ${reason}\n    at run (/app/platform/server/database/embedded/programs.ts:8:1)`;
  expect(safeError(error).message).toBe(reason);
});

test("of a library that reads people's files not even the message stays", () => {
  const error = new Error(`Line without a colon: ${NAME}`);
  error.stack = `Error: ${error.message}\n    at parse (/app/node_modules/ical.js/dist/ical.js:1:2)`;
  expect(safeError(error)).toMatchObject({ message: "…", stack: expect.stringMatching(/ical/) });
});
