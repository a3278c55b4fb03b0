import { expect, test } from "vitest";
import type { Contract } from "#platform/contract/route.ts";
import { contracts } from "./samples.ts";

/**
 * What may be read at a replica is chosen one by one: nobody follows a saved form with it, and a
 * page that was told of a change reads it at the primary.
 */
test("few calls may be answered by a replica", () => {
  const lagging = Object.values(contracts)
    .flatMap((contract) => Object.values(contract as Contract))
    .filter(({ mayLag }) => mayLag === true)
    .map(({ method, path }) => `${method} ${path}`);
  expect(lagging.toSorted()).toEqual([
    "GET /ics/{file}",
    "GET /search",
    "POST /user/export",
    "POST /user/jubilees/export",
    "POST /user/letters.pdf",
  ]);
});
