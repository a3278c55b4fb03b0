import { expect, test } from "vitest";
import { storedScheme } from "./color-scheme.ts";

test.each([
  ["1", "dark"],
  ["0", "light"],
  [null, undefined],
  ["true", undefined],
])("darkMode %s means %s", (stored, scheme) => {
  expect(storedScheme({ getItem: (key) => (key === "darkMode" ? stored : null) })).toBe(scheme);
});
