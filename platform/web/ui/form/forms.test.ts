import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every form is a Form, which knows what Enter means in each field", () => {
  const pages = globSync(["modules/*/web/**/*.tsx", "platform/web/**/*.tsx"]);
  const own = pages.filter((path) => /<form[\s>]/.test(readFileSync(path, "utf8")));
  expect(own).toEqual(["platform/web/ui/form/Form.tsx"]);
});
