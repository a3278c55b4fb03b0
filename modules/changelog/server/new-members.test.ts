import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#apps/server/testing.ts";
import { withClient } from "#platform/server/migrate.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

const text = fc.option(fc.constantFrom("", "Müller", 'Ä"\\\n\t„“', "0", "null", "{}", "=1+1"));
const day = fc.option(fc.constantFrom("1990-02-28", "2024-02-29"));
const moment = fc.option(fc.constant("2026-01-01T00:00:00Z"));
const own = fc.dictionary(
  fc.constantFrom("trikot", "größe", "a.b"),
  fc.oneof(fc.constantFrom(null, false, true, 0, 1.5, "", "x"), fc.array(fc.constantFrom("A", "B"), { maxLength: 2 })),
);

/** Values for a column of a kind; what the database works out itself is left to it. */
function valuesOf(name: string, type: string): fc.Arbitrary<unknown> {
  if (name === "custom_fields") return own;
  if (type === "ARRAY") return fc.subarray(["QUERY_USER", "MANAGE_USER"]);
  if (type === "boolean") return fc.boolean();
  if (type === "date") return day;
  if (type.startsWith("timestamp")) return moment;
  return type === "text" ? text : fc.constant(null);
}

test("a new member's entry says exactly how the member differs from nothing, whatever columns there are", async () => {
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'member'",
    );
    expect(columns.length).toBeGreaterThan(30);
    const member = fc.record(Object.fromEntries(columns.map(({ name, type }) => [name, valuesOf(name, type)])));
    await fc.assert(
      fc.asyncProperty(member, async (values) => {
        const { rows } = await client.query<{ quick: unknown; slow: unknown }>(
          `SELECT history_of_new_member(m) AS quick, changed_fields('{}', history_of_member(m)) AS slow
           FROM jsonb_populate_record(NULL::member, $1::jsonb) AS m`,
          [JSON.stringify(values)],
        );
        expect(rows[0]?.quick).toEqual(rows[0]?.slow);
      }),
      { numRuns: 300 },
    );
  });
});
