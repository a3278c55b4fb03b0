import type { CDPSession, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  expectAccessible,
  expectLargeTargets,
  expectNoSidewaysScroll,
  loaded,
  type Scheme,
  storyBrowser,
  VIEWPORTS,
} from "../support/browser.ts";
import {
  type FollowedWeights,
  followWeights,
  heaviest,
  restOfFirstPage,
  totalOf,
} from "../support/weight.ts";
import { person } from "../support/person.ts";
import type { PageToCheck } from "./page-list.ts";
import { withRecords } from "./records.ts";

const TENANT = /^(.+?) - (.+) - Intranet$/;
const MOST_KIB = 100;
/**
 * What a page shows at once and these bring afterwards: the calendar's board and the editor of
 * texts.
 */
const HEAVY_PARTS = /\/(MessageEditor|EventBoard)-/;
/** Addresses of records that nobody has: asking for them is answered 404. */
const NOBODYS = /^404 .*\/(message-mail\/unbekannt|message\/018f)/;

/**
 * Registers a test for each page, walked as an administrator in one tab: loaded once on a desktop,
 * then looked at light and dark, as wide as a desktop, a phone and the narrowest phone. What a page
 * loads beyond the first one is weighed on the way.
 */
export function checkPages(pages: readonly PageToCheck[]): void {
  const stories = storyBrowser();
  let page: Page;
  let touch: CDPSession;
  let weights: FollowedWeights;
  /** What a reader has already who comes from the first page. */
  let firstPage: ReadonlySet<string> = new Set();
  let addressOf: (path: string) => string;

  // What a page still asks for is not the next one's business.
  afterEach(() => page?.goto("about:blank"));
  beforeAll(async () => {
    page = await stories.open({ as: "admin", stays: true });
    // What moves is waited for before each look; nothing has to.
    await page.emulateMedia({ reducedMotion: "reduce" });
    touch = await page.context().newCDPSession(page);
    weights = await followWeights(page);
    await page.goto("/");
    await loaded(page);
    await restOfFirstPage(page, weights.needed);
    firstPage = new Set(weights.needed().keys());
    addressOf = await withRecords(await person(stories.url, "admin"), pages);
  });

  test.each(pages)("%s", async (path, title) => {
    if (/unbekannt|018f/.test(path)) stories.expectProblem(NOBODYS);
    await become("desktop");
    weights.begin();
    await page.goto(addressOf(path));
    // The style guide shows skeletons on purpose.
    await (path === "/ui"
      ? page.getByRole("heading", { level: 1, name: "Bausteine" }).waitFor()
      : loaded(page));
    if (title !== null)
      await expect
        .poll(() => page.title(), { timeout: 15_000 })
        .toMatch(typeof title === "string" ? new RegExp(`^${RegExp.escape(title)} - `) : title);
    expect(await page.title()).toMatch(TENANT);

    await expectAccessible(page, path);
    await expectLargeTargets(page, 24, path);
    await show(page, "dark");
    await expectAccessible(page, `${path}, dark`, "colors");
    await expectNoSidewaysScroll(page, VIEWPORTS.desktop.width, path);

    await become("phone");
    await expectAccessible(page, `${path}, dark on the phone`, "colors");
    await show(page, "light");
    await expectAccessible(page, `${path} on the phone`);
    await expectLargeTargets(page, 44, `${path} on the phone`);
    await expectNoSidewaysScroll(page, VIEWPORTS.phone.width, path);
    await expectNoSidewaysScroll(page, 320, path);

    const isMore = (url: string) => !firstPage.has(url) && !HEAVY_PARTS.test(url);
    const needed = weights.needed();
    expect(
      totalOf(needed, isMore),
      `KiB beyond the first page:\n${heaviest(needed, isMore)}`,
    ).toBeLessThanOrEqual(MOST_KIB);
  });

  async function become(device: keyof typeof VIEWPORTS): Promise<void> {
    await touch.send("Emulation.setTouchEmulationEnabled", { enabled: device === "phone" });
    await page.setViewportSize(VIEWPORTS[device]);
  }
}

/** As if another tab had switched: the page follows. */
async function show(page: Page, scheme: Scheme): Promise<void> {
  await page.evaluate((dark) => {
    localStorage.setItem("darkMode", dark ? "1" : "0");
    window.dispatchEvent(new StorageEvent("storage", { key: "darkMode" }));
  }, scheme === "dark");
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: "attached" });
}
