import { expect, test } from "vitest";
import { foundText, totalText } from "./totals.ts";

test.each([
  [{ members: 284, former: 16, deceased: 0 }, "284 Mitglieder, 16 Ausgetretene"],
  [{ members: 284, former: 16, deceased: 2 }, "284 Mitglieder, 16 Ausgetretene, 2 Verstorbene"],
  [
    { members: 1, former: 1, deceased: 1 },
    "1 Mitglied, 1 ausgetretene Person, 1 verstorbene Person",
  ],
  [{ members: 20_114, former: 0, deceased: 0 }, "20.114 Mitglieder"],
  [{ members: 0, former: 0, deceased: 0 }, "0 Mitglieder"],
])("%o is told as %s", (counts, text) => {
  expect(totalText(counts)).toBe(text);
});

test.each([
  [12, { members: 284, former: 16, deceased: 0 }, "12 von 300 Personen"],
  [0, { members: 1, former: 0, deceased: 1 }, "0 von 2 Personen"],
  [12, { members: 284, former: 0, deceased: 0 }, "12 von 284 Mitgliedern"],
  [1, { members: 1, former: 0, deceased: 0 }, "1 von 1 Mitglied"],
  // The list is newer than the count.
  [5, { members: 3, former: 1, deceased: 0 }, "5 von 5 Personen"],
])("%i of %o is told as %s", (found, counts, text) => {
  expect(foundText(found, counts)).toBe(text);
});
