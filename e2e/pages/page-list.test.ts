import { expect, test } from "vitest";
import { modules } from "#apps/web/modules.ts";
import { PAGES_OF_CONTENT, PAGES_OF_PEOPLE } from "./page-list.ts";

test("every page is on the list whose pages are looked at in both widths and schemes", () => {
  const addresses = [...PAGES_OF_PEOPLE, ...PAGES_OF_CONTENT].map(([path]) =>
    path.replace(/\?.*$/, ""),
  );
  const paths = modules.flatMap((module) => module.pages).map((page) => page.path as string);
  const isOfPage = (path: string, address: string) => patternOf(path).test(address);
  expect(paths.filter((path) => !addresses.some((address) => isOfPage(path, address)))).toEqual([]);
  expect(
    addresses.filter(
      (address) => !NO_MODULES.has(address) && !paths.some((path) => isOfPage(path, address)),
    ),
  ).toEqual([]);
});

/** Shown by the platform itself. */
const NO_MODULES = new Set(["/error"]);

/** Returns what addresses of a page look like: records in braces or made-up words. */
function patternOf(path: string): RegExp {
  const steps = path.replaceAll(/\/\{-\$\w+\}/g, "(/[^/]+)?").replace(/\/\$$/, "/.+");
  return new RegExp(`^${steps.replaceAll(/\$\w+/g, "(?:\\{\\w+\\}|unbekannt|018f[\\w-]+)")}$`);
}
