import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { type Account, logIn } from "./app-page.ts";
import { chromiumLaunchOptions } from "./chromium.ts";

export { type Account, fillLoginForm, loaded, logIn } from "./app-page.ts";
export type Scheme = "light" | "dark";

export const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

const RESULTS = join(import.meta.dirname, "..", "..", "test-results");

interface PageOptions {
  /** Logged in as this account; absent = a stranger. */
  as?: Account;
  viewport?: keyof typeof VIEWPORTS;
  scheme?: Scheme;
}

/**
 * A browser for one file of stories. Every page that it opens must stay free of errors that nobody
 * asked for.
 */
export interface StoryBrowser {
  /** Origin of the server under test. */
  url: string;
  open(options?: PageOptions): Promise<Page>;
  /**
   * This story provokes such an error on purpose (matched against the console line or `STATUS
   * URL`).
   */
  expectProblem(pattern: RegExp): void;
}

/** Call once at the top of a file of stories; it registers its own hooks. */
export function storyBrowser(): StoryBrowser {
  const url = inject("serverUrl");
  const sessions = new Map<Account, Awaited<ReturnType<BrowserContext["storageState"]>>>();
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];
  let expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await chromium.launch(await chromiumLaunchOptions());
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail";
    const unexpected = problems.filter(
      (problem) => !expected.some((pattern) => pattern.test(problem)),
    );
    if (failed || unexpected.length > 0) await photograph(contexts, task.name);
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    problems = [];
    expected = [];
    expect(unexpected, "errors in the browser that the story did not ask for").toEqual([]);
  });

  async function context(options: BrowserContextOptions): Promise<BrowserContext> {
    const made = await browser.newContext({
      locale: "de-DE",
      timezoneId: "Europe/Berlin",
      baseURL: url,
      ...options,
    });
    contexts.push(made);
    made.setDefaultTimeout(15_000);
    made.on("console", (message) => {
      // The network's own lines name no address; the response below does.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        problems.push(message.text());
    });
    made.on("weberror", (error) => problems.push(String(error.error().stack ?? error.error())));
    made.on("response", (response) => {
      // A member without a picture: the interface answers 404 by design.
      if (response.status() >= 400 && !/\/profile-picture(\?|$)/.test(response.url()))
        problems.push(`${response.status()} ${response.url()}`);
    });
    return made;
  }

  return {
    url,
    expectProblem: (pattern) => void expected.push(pattern),
    async open({ as, viewport = "desktop", scheme = "light" } = {}) {
      const options: BrowserContextOptions = {
        viewport: VIEWPORTS[viewport],
        colorScheme: scheme,
        hasTouch: viewport === "phone",
      };
      if (as === undefined) return (await context(options)).newPage();
      const known = sessions.get(as);
      const made = await context(
        known === undefined ? options : { ...options, storageState: known },
      );
      const page = await made.newPage();
      if (known === undefined) {
        await logIn(page, as);
        const { cookies } = await made.storageState();
        sessions.set(as, { cookies, origins: [] });
      }
      return page;
    },
  };
}

/** Rules that can turn out differently in light and dark; all others see the same document. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Fails when axe finds anything, naming rule, element and reason. `colors`: only what depends on
 * the colour scheme.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  only: "everything" | "colors" = "everything",
): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (only === "colors" ? axe.withRules(COLOR_RULES) : axe).analyze();
  const found = violations.flatMap((violation) =>
    violation.nodes.map(
      (node) =>
        `${violation.id}: ${node.target.join(" ")} (${node.any[0]?.message ?? violation.help})`,
    ),
  );
  expect(found, `axe on ${where}`).toEqual([]);
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

async function photograph(contexts: BrowserContext[], name: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = `${name.replace(/[^\p{L}\d]+/gu, "-").slice(0, 100)}-${index + 1}.png`;
    await page.screenshot({ path: join(RESULTS, file) }).catch(() => {});
  }
}
