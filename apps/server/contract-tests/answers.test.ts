import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Contract, isSchema } from "#platform/contract/route.ts";
import { returnedOf } from "#platform/server/http/answers/testing.ts";
import { projectionOf } from "#platform/server/http/answers/projection.ts";
import { contracts } from "./samples.ts";

/** Whatever a handler returns: what leaves the server is what the contract names, all of it. */

const answers = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract as Contract).flatMap(([name, { answer }]) =>
    isSchema(answer) ? [{ name: `${module}.${name}`, answer }] : [],
  ),
);

test("most routes answer with JSON", () => {
  expect(answers.length).toBeGreaterThan(100);
});

describe.each(answers)("$name", ({ answer }) => {
  test("sends what the contract names and leaves out the rest, at every depth", () => {
    const project = projectionOf(answer);
    fc.assert(
      fc.property(returnedOf(answer), ({ named, withMore }) => {
        const parsed = answer.safeParse(named);
        // Rules that a schema cannot say, such as no address twice.
        fc.pre(parsed.success);
        expect(sent(project(withMore))).toEqual(sent(parsed.data));
        expect(sent(project(named))).toEqual(sent(named));
      }),
      { numRuns: 25 },
    );
  });
});

/** Returns what the reader gets. */
function sent(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer));
}
