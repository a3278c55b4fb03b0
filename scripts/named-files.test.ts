import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "./boundaries/source-tree.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = [
  "apps",
  "modules",
  "platform",
  "scripts",
  "db",
  "docs",
  "e2e",
  "bench",
  "faults",
  "interop",
];
const PATH = `(?:${FOLDERS.join("|")})/[\\w./-]*`;

/** Returns the texts below the product's folders whose names end so, and the README. */
function texts(ending: RegExp): { path: string; text: string }[] {
  const paths = FOLDERS.flatMap((folder) => filesBelow(ROOT, folder, (name) => ending.test(name)));
  return [...paths, ...(ending.test("README.md") ? ["README.md"] : [])].map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), "utf8"),
  }));
}

function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}

test("documents name files and folders that are there", () => {
  const quoted = new RegExp(`\`#?(${PATH})\``, "g");
  const missing = texts(/\.md$/).flatMap(({ path, text }) =>
    [...text.matchAll(quoted)]
      // Sources are also named without their ending.
      .filter(([, name = ""]) => !["", ".ts", ".tsx"].some((ending) => exists(name + ending)))
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("documents link to files that are there", () => {
  const missing = texts(/\.md$/).flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .filter(([, target = ""]) => !exists(join(dirname(path), target)))
      .map(([, target]) => `${path}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test("comments name files that are there", () => {
  const named = new RegExp(`(?<![\\w/.])${PATH}\\.(?:tsx?|mjs|sql|md)\\b`, "g");
  const missing = texts(/\.(tsx?|mjs|sql)$/).flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:\/\/|\/?\*|--).*$/gm)]
      .flatMap(([comment]) => comment.match(named) ?? [])
      .filter((name) => !exists(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
