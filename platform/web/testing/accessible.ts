import axe from "axe-core";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { settled } from "./settled.ts";

/** Rules about the document around what is tested: the page checks have a whole one. */
const OF_THE_DOCUMENT = ["document-title", "landmark-one-main", "page-has-heading-one", "region"];

/** Fails when axe finds anything on what is shown, naming rule, element and reason. */
export async function expectAccessible(where = "the page"): Promise<void> {
  const rules = Object.fromEntries(OF_THE_DOCUMENT.map((rule) => [rule, { enabled: false }]));
  await settled();
  const { violations } = await axe.run(document.body, { rules, resultTypes: ["violations"] });
  const found = violations.flatMap((violation) =>
    violation.nodes.map(
      (node) =>
        `${violation.id}: ${node.target.join(" ")} (${node.any[0]?.message ?? violation.help})`,
    ),
  );
  expect(found, `axe on ${where}`).toEqual([]);
}

/** Fails when the page can be scrolled sideways at this width. */
export async function expectNoSidewaysScroll(width: number): Promise<void> {
  await page.viewport(width, window.innerHeight);
  const { documentElement } = document;
  await expect
    .poll(() => documentElement.scrollWidth, { message: `wider than ${width} px` })
    .toBeLessThanOrEqual(documentElement.clientWidth);
}
