import { sql } from "kysely";
import { expect, test } from "vitest";
import { keptStatement } from "./kept-statement.ts";

test("a text is made once, whatever the values are, and each value stands in each of its places", () => {
  let made = 0;
  const statement = keptStatement<{ id: string; day: string | null }, object>((valueOf) => {
    made++;
    return sql`SELECT ${1} WHERE a = ${valueOf("id")} AND (b < ${valueOf("day")} OR c > ${valueOf("day")})`;
  });
  const one = statement({ id: "x", day: "2026-11-25" });
  const other = statement({ id: "'; --", day: null });
  expect(one.sql).toBe("SELECT $1 WHERE a = $2 AND (b < $3 OR c > $4)");
  expect(one.parameters).toEqual([1, "x", "2026-11-25", "2026-11-25"]);
  expect(other.sql).toBe(one.sql);
  expect(other.parameters).toEqual([1, "'; --", null, null]);
  expect(made).toBe(1);
});
