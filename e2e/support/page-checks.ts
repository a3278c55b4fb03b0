import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { settled } from "#platform/web/testing/settled.ts";
import { smallTargets } from "#platform/web/testing/small-targets.ts";
import { VIEWPORTS } from "./viewports.ts";

/** Rules that can turn out differently in light and dark; all others see the same document. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Fails when axe finds anything, naming rule, element and reason. `colors`: only what depends on
 * the colour scheme. `overlay`: something is open over the page, which hangs at the end of the
 * document and outside its landmarks; it is reached from what opened it.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  only: "everything" | "overlay" | "colors" = "everything",
): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    // The only frame is the one that watches the session, which nobody sees.
    iframes: false,
    ...(only === "colors" && { runOnly: COLOR_RULES }),
    ...(only === "overlay" && { rules: { region: { enabled: false } } }),
  };
  await page.evaluate(settled);
  const { violations } = await page.evaluate(
    (given): Promise<Pick<AxeResults, "violations">> =>
      (window as unknown as { axe: typeof axe }).axe
        .run(document, given)
        .then(({ violations: found }) => ({ violations: found })),
    options,
  );
  const found = violations.flatMap((violation) =>
    violation.nodes.map(
      (node) =>
        `${violation.id}: ${node.target.join(" ")} (${node.any[0]?.message ?? violation.help})`,
    ),
  );
  expect(found, `axe on ${where}`).toEqual([]);
}

/** Fails when something on the page is too small to be pressed; `least` in pixels. */
export async function expectLargeTargets(page: Page, least: number, where: string): Promise<void> {
  const small = await page.evaluate(smallTargets, least);
  expect(small, `smaller than ${least} px on ${where}`).toEqual([]);
}

/** Fails when the page can be scrolled sideways at this width. */
export async function expectNoSidewaysScroll(
  page: Page,
  width: number,
  where: string,
): Promise<void> {
  const { height } = page.viewportSize() ?? VIEWPORTS.phone;
  await page.setViewportSize({ width, height });
  // What is laid out by script, such as a grid of pictures, follows a frame or two later.
  await page
    .waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      null,
      { timeout: 2_000 },
    )
    .catch(() => {});
  const wide = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return undefined;
    // Names the narrowest culprit instead of the whole page.
    const over = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > room + 1,
    );
    return over
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className} → ${Math.round(element.getBoundingClientRect().right)} px`,
      )
      .slice(-3);
  });
  expect(wide, `${where} is wider than ${width} px`).toBeUndefined();
}
