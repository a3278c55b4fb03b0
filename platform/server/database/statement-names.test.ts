import fc from "fast-check";
import { expect, test } from "vitest";
import { StatementNames } from "./statement-names.ts";

const often = (names: StatementNames, text: string) =>
  Array.from({ length: 20 }, () => names.nameOf(text)).at(-1);

test("a statement that comes often has a name, and always the same", () => {
  const names = new StatementNames();
  expect(names.nameOf("SELECT 1")).toBeUndefined();
  const name = often(names, "SELECT 1");
  expect(name).toBeDefined();
  expect(often(names, "SELECT 1")).toBe(name);
});

test("no two statements share a name, also after tables have changed", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant(null)), { maxLength: 400 }), (texts) => {
      const names = new StatementNames();
      const taken = new Map<string, string>();
      for (const text of texts) {
        if (text === null) names.renew();
        else {
          const name = often(names, text);
          if (name === undefined) continue;
          expect(taken.get(name) ?? text).toBe(text);
          taken.set(name, text);
        }
      }
    }),
  );
});

test("connections keep a bounded number of statements, whatever is asked", () => {
  const names = new StatementNames();
  const given = Array.from({ length: 3_000 }, (_, index) => often(names, `SELECT ${index}`));
  expect(new Set(given.filter((name) => name !== undefined)).size).toBeLessThanOrEqual(250);
});
