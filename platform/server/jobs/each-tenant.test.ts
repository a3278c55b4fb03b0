import fc from "fast-check";
import { expect, test } from "vitest";
import { eachTenant } from "./each-tenant.ts";

const never = new AbortController().signal;

test("does its work for each club, whichever fail, and tells all failures in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (fails) => {
      const tried: number[] = [];
      const all = eachTenant({ signal: never }, [...fails.keys()], async (club) => {
        tried.push(club);
        if (fails[club] === true) throw new Error(`club ${club}`);
      });
      const failed = fails.flatMap((isFailing, club) => (isFailing ? [`club ${club}`] : []));
      const told = await all.then(
        () => [],
        (error: AggregateError) => error.errors.map((one: Error) => one.message),
      );
      expect(told).toEqual(failed);
      expect(tried).toEqual([...fails.keys()]);
    }),
  );
});

test("begins with no further club at shutdown", async () => {
  const stopping = new AbortController();
  const tried: string[] = [];
  await eachTenant({ signal: stopping.signal }, ["a", "b", "c"], async (club) => {
    tried.push(club);
    if (club === "b") stopping.abort();
  });
  expect(tried).toEqual(["a", "b"]);
});
