import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#apps/server/testing.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { runs } from "#platform/testing/properties.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

const filled = fc.constantFrom("", "Müller", "müller", 'Ä"\\\n\t„“', "0", "null", "{}", "=1+1");
const own = fc.dictionary(
  fc.constantFrom("trikot", "größe", "a.b"),
  fc.oneof(
    fc.constantFrom(null, false, true, 0, 1.5, "", "x"),
    fc.array(fc.constantFrom("A", "B"), { maxLength: 2 }),
  ),
);

interface Column {
  name: string;
  type: string;
  nullable: boolean;
}

/** Values for a column of a kind; what the database works out itself is left to it. */
function valuesOf({ name, type, nullable }: Column): fc.Arbitrary<unknown> {
  if (name === "custom_fields") return own;
  if (type === "ARRAY") return fc.subarray(["QUERY_USER", "MANAGE_USER"]);
  if (type === "boolean") return fc.boolean();
  if (type === "date") return fc.option(fc.constantFrom("1990-02-28", "2024-02-29"));
  if (type.startsWith("timestamp"))
    return fc.option(fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"));
  if (type !== "text") return fc.constant(null);
  return nullable ? fc.option(filled) : filled;
}

/**
 * Two entries worked out for members before (`b`) and after (`a`) a save, for records made of all
 * columns of the table.
 */
async function forAllSaves(
  quick: string,
  slow: string,
  check: (quick: unknown, slow: unknown) => void,
): Promise<void> {
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    const { rows: columns } = await client.query<Column>(
      `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'member'`,
    );
    expect(columns.length).toBeGreaterThan(30);
    const member = fc.record(
      Object.fromEntries(columns.map((column) => [column.name, valuesOf(column)])),
    );
    // Most of a record stays as it is when it is saved.
    const save = fc
      .tuple(member, member, fc.subarray(columns.map(({ name }) => name)))
      .map(([before, other, changed]) => ({
        before,
        after: { ...before, ...Object.fromEntries(changed.map((name) => [name, other[name]])) },
      }));
    await fc.assert(
      fc.asyncProperty(save, async ({ before, after }) => {
        const { rows } = await client.query<{ quick: unknown; slow: unknown }>(
          `SELECT ${quick} AS quick, ${slow} AS slow FROM jsonb_populate_record(NULL::member, $1::jsonb) AS b, jsonb_populate_record(NULL::member, $2::jsonb) AS a`,
          [JSON.stringify(before), JSON.stringify(after)],
        );
        check(rows[0]?.quick, rows[0]?.slow);
      }),
      runs(60),
    );
  });
}

test("a new member's entry says exactly how the member differs from nothing, whatever columns there are", async () => {
  await forAllSaves(
    "history_of_new_member(a)",
    "changed_fields('{}', history_of_member(a))",
    (quick, slow) => expect(quick).toEqual(slow),
  );
});

test("a changed member's entry says exactly what differs, whatever columns there are", async () => {
  const slow = "changed_fields(history_of_member(b), history_of_member(a))";
  await forAllSaves("history_of_changed_member(b, a)", slow, (quick, same) =>
    expect(quick).toEqual(same),
  );
});
