import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOfSources, type Finished, type Scratch } from "./scratch.ts";

/**
 * An optional text field of a member costs a migration and a row, and is everywhere then. The change
 * is made to a copy of the sources, whose own server and pages are asked for it.
 */
const MIGRATION = `-- Up Migration
ALTER TABLE member ADD COLUMN nickname text COLLATE german;
`;
const ROW = `  nickname: {
    column: "nickname",
    label: "Spitzname",
    section: "person",
    access: "selfService",
    ...line(80),
    sort: "scan",
    filter: "contains",
    erase: "null",
    importNames: "Kosename, Nick",
  },`;

let scratch: Scratch;
let types: Promise<Finished>;
/** What went wrong at each place that was asked; null where the field was found. */
let found: Record<string, string | null>;

beforeAll(async () => {
  scratch = await copyOfSources();
  await scratch.addField(MIGRATION, ROW);
  const generated = await scratch.run("scripts/db-generate.ts");
  expect(generated.code, generated.output).toBe(0);
  // Beside the server, which waits for the database most of the time.
  types = scratch.run("node_modules/typescript/bin/tsc", ["--noEmit", "--checkers", "1"]);
  const { output } = await scratch.run("scripts/new-member-field/find-field.ts");
  const answer = output.split("\n").find((line) => line.startsWith("{"));
  if (answer === undefined) throw new Error(output);
  found = JSON.parse(answer) as typeof found;
});
afterAll(async () => {
  await types;
  await scratch?.remove();
});

test.each([
  "create",
  "edit",
  "self-service",
  "list column",
  "sort",
  "filter",
  "list as a file",
  "history",
  "import by its label",
  "import by another name",
  "export",
  "person's file",
  "form",
  "own profile's form",
  "columns to choose from",
  "profile and data sheet",
  "filters to choose from",
  "erasure",
])("the new field is found in: %s", (place) => {
  expect(found).toHaveProperty([place], null);
});

test("the generator writes it wherever sources name columns", async () => {
  for (const file of [
    "db/schema.sql",
    "db/functions/06_changelog/03_member_fields.generated.sql",
    "platform/server/database/tables.generated.ts",
  ])
    expect(await scratch.read(file), file).toContain("nickname");
});

test("nothing else has to be edited for the sources and tests to compile", async () => {
  const { code, output } = await types;
  expect(output).toBe("");
  expect(code).toBe(0);
});
