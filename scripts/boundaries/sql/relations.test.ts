import { describe, expect, test } from "vitest";
import { relationsOf } from "./relations.ts";

/** Names with `!` are written. */
function named(sql: string): string[] {
  return relationsOf(sql).relations.map(({ name, use }) => (use === "write" ? `${name}!` : name));
}

describe("tables are found", () => {
  test.each([
    ["SELECT a FROM event", ["event"]],
    ["SELECT a FROM event e, calendar AS c WHERE e.id = c.id", ["event", "calendar"]],
    [
      "SELECT a FROM event e JOIN calendar c ON c.id = e.id, tenant t",
      ["event", "calendar", "tenant"],
    ],
    [
      "SELECT a FROM event LEFT JOIN LATERAL (SELECT FROM calendar) c ON true",
      ["event", "calendar"],
    ],
    ["SELECT a, (SELECT max(b) FROM calendar), c FROM event", ["calendar", "event"]],
    ["SELECT a FROM ONLY event", ["event"]],
    ['SELECT a FROM "event" JOIN public.calendar ON true', ["event", "calendar"]],
    ["SELECT a FROM operations.job_worker", ["operations.job_worker"]],
    ["SELECT a FROM event /* FROM tenant */ -- , calendar", ["event"]],
    ["INSERT INTO event (a, b) SELECT a, b FROM calendar", ["event!", "calendar"]],
    ["INSERT INTO event VALUES (1) ON CONFLICT DO UPDATE SET a = 1", ["event!"]],
    ["UPDATE event e SET a = c.a, b = 2 FROM calendar c", ["event!", "calendar"]],
    ["DELETE FROM event USING calendar c, tenant", ["event!", "calendar", "tenant"]],
    ["MERGE INTO event USING calendar ON true WHEN MATCHED THEN DELETE", ["event!", "calendar"]],
    ["TRUNCATE TABLE event", ["event!"]],
    ["WITH few AS (DELETE FROM event RETURNING id) SELECT FROM few", ["event!", "few"]],
    ["SELECT a FROM ${}, tenant t WHERE ${}", ["tenant"]],
    ["EXISTS (SELECT FROM event WHERE a = ${})", ["event"]],
    ["LEFT JOIN event ON ${} LEFT JOIN calendar USING (id)", ["event", "calendar"]],
  ])("%s", (sql, expected) => {
    expect(named(sql)).toEqual(expected);
  });

  test("in functions, and in what they run from strings", () => {
    const sql = `
      CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        SELECT string_agg(name, ',') INTO names FROM event;
        EXECUTE format('SELECT ''x'' FROM calendar WHERE %s', condition) INTO found USING today;
        UPDATE member SET a = 1;
      END $body$;
      CREATE TRIGGER t AFTER INSERT OR UPDATE OR DELETE ON invitation FOR EACH ROW EXECUTE FUNCTION f();
      CREATE TRIGGER u BEFORE UPDATE OF name ON invitation FOR EACH ROW EXECUTE FUNCTION f()`;
    expect(named(sql).sort()).toEqual(["calendar", "event", "member!", "today"]);
  });
});

test.each([
  "SELECT extract(year FROM birthday), substring(name FROM 2), trim(both FROM name)",
  "SELECT a IS NOT DISTINCT FROM event, b IS DISTINCT FROM calendar",
  "SELECT FROM generate_series(1, 2) AS event, unnest(${}::uuid[]) AS calendar (id)",
  "SELECT 'FROM event' AS event, calendar.id AS calendar",
  "FOR NO KEY UPDATE OF event",
  "GROUP BY event, calendar",
])("no table is named by %s", (sql) => {
  const tables = named(sql).filter((name) => ["event!", "event", "calendar"].includes(name));
  expect(tables).toEqual([]);
});

test("what WITH names is told apart", () => {
  const { ctes } = relationsOf(`
    WITH RECURSIVE below (root, id) AS (SELECT id, id FROM event UNION SELECT root, id FROM below),
      today AS MATERIALIZED (SELECT 1), other AS NOT MATERIALIZED (SELECT 2)
    SELECT count(*) AS whole, (SELECT 1) AS part FROM below AS b`);
  expect(ctes).toEqual(["below", "today", "other"]);
});
