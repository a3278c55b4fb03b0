import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Account, logIn } from "./app-page.ts";
import { chromiumLaunchOptions } from "./chromium.ts";
import { storyServer } from "./story-server.ts";
import { type Scheme, VIEWPORTS } from "./viewports.ts";

export { expectAccessible, expectLargeTargets, expectNoSidewaysScroll } from "./page-checks.ts";
export { fillLoginForm, loaded, logIn } from "./app-page.ts";
export { type Scheme, VIEWPORTS } from "./viewports.ts";

const RESULTS = join(import.meta.dirname, "..", "..", "test-results");

interface PageOptions {
  /** Logged in as this account; absent = a stranger. */
  as?: Account;
  viewport?: keyof typeof VIEWPORTS;
  scheme?: Scheme;
  /** Stays open for the tests that follow in this file. */
  stays?: boolean;
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

let launched: Promise<Browser> | undefined;

/** Started by the first file of a worker; ends with the worker. */
async function browserOfThisWorker(): Promise<Browser> {
  launched ??= chromiumLaunchOptions().then((options) => chromium.launch(options));
  return launched;
}

/** Call once at the top of a file of stories; it registers its own hooks. */
export function storyBrowser(): StoryBrowser {
  const url = storyServer().url;
  const sessions = new Map<Account, Awaited<ReturnType<BrowserContext["storageState"]>>>();
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  /** Those that stay open until the end of the file. */
  const lasting: BrowserContext[] = [];
  let problems: string[] = [];
  let expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await browserOfThisWorker();
  });
  afterAll(async () => {
    await Promise.all(lasting.map((context) => context.close()));
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail";
    const unexpected = problems.filter(
      (problem) => !expected.some((pattern) => pattern.test(problem)),
    );
    if (failed || unexpected.length > 0) await photograph([...lasting, ...contexts], task.name);
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    problems = [];
    expected = [];
    expect(unexpected, "errors in the browser that the story did not ask for").toEqual([]);
  });

  async function context(options: BrowserContextOptions, stays: boolean): Promise<BrowserContext> {
    const made = await browser.newContext({
      locale: "de-DE",
      timezoneId: "Europe/Berlin",
      baseURL: url,
      ...options,
    });
    (stays ? lasting : contexts).push(made);
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
    async open({ as, viewport = "desktop", scheme = "light", stays = false } = {}) {
      const options: BrowserContextOptions = {
        viewport: VIEWPORTS[viewport],
        colorScheme: scheme,
        hasTouch: viewport === "phone",
      };
      if (as === undefined) return (await context(options, stays)).newPage();
      const known = sessions.get(as);
      const made = await context(
        known === undefined ? options : { ...options, storageState: known },
        stays,
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

async function photograph(contexts: BrowserContext[], name: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const file = `${name.replace(/[^\p{L}\d]+/gu, "-").slice(0, 100)}-${index + 1}.png`;
    await page.screenshot({ path: join(RESULTS, file) }).catch(() => {});
  }
}
