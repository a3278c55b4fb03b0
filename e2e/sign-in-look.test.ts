import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { COLORS } from "#platform/contract/look/colors.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

const stories = storyBrowser();
/** What a finger hits. */
const TARGET = 44;

/** The pages around the login, by the sentence that says where one is. */
const PAGES = [
  { name: "Anmelden", path: "/realms/demo/account", as: undefined },
  {
    name: "Passwort vergessen",
    path: "/realms/demo/login-actions/reset-credentials",
    as: undefined,
  },
  {
    name: "Dieser Link gilt nicht mehr",
    path: "/realms/demo/login-actions/action-token?key=x",
    as: undefined,
  },
  { name: "Anmeldung und Sicherheit", path: "/realms/demo/account", as: "mitglied" },
] as const;

describe.each(PAGES)("$name", ({ name, path, as }) => {
  async function open(darkMode: "0" | "1"): Promise<Page> {
    const page = await stories.open(as === undefined ? {} : { as });
    // The system says the contrary: what counts is what the reader chose.
    await page.emulateMedia({ colorScheme: darkMode === "1" ? "light" : "dark" });
    await page.addInitScript((value) => localStorage.setItem("darkMode", value), darkMode);
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    return page;
  }

  test.each([
    ["light", "0"],
    ["dark", "1"],
  ] as const)(
    "has the product's typeface and its %s colours, down to 320 px",
    async (scheme, darkMode) => {
      stories.expectProblem(/^4\d\d .*action-token/);
      const page = await open(darkMode);
      expect(await colorOf(page, "html")).toBe(COLORS[scheme]["surface-page"]);
      expect(await colorOf(page, ".card >> nth=0")).toBe(COLORS[scheme]["surface-card"]);
      await expect
        .poll(() =>
          page.evaluate(
            () => [...document.fonts].filter(({ status }) => status === "loaded").length,
          ),
        )
        .toBe(1);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain(
        "Inter Variable",
      );
      await expectAccessible(page, `${name}, ${scheme}`);
      await expectNoSidewaysScroll(page, 320, name);
      expect(await smallTargets(page)).toEqual([]);
    },
  );
});

test("without a choice the pages follow the system, also where nothing may be stored", async () => {
  const page = await stories.open({ scheme: "dark" });
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto("/realms/demo/login-actions/reset-credentials");
  expect(await colorOf(page, "html")).toBe(COLORS.dark["surface-page"]);
});

test("a page without script follows the system and can be sent", async () => {
  const context = await (await stories.open()).context().browser()?.newContext({
    baseURL: stories.url,
    colorScheme: "dark",
    javaScriptEnabled: false,
  });
  if (context === undefined) throw new Error("no browser");
  try {
    const page = await context.newPage();
    await page.goto("/realms/demo/login-actions/reset-credentials");
    expect(await colorOf(page, "html")).toBe(COLORS.dark["surface-page"]);
    await page.getByLabel("E-Mail oder Benutzername").fill("niemand");
    await page.getByRole("button", { name: "E-Mail anfordern" }).click();
    await page.getByRole("heading", { name: "Bitte sehen Sie in Ihr Postfach" }).waitFor();
  } finally {
    await context.close();
  }
});

test("the form weighs at most 12 KiB beside the logo and the typeface, which the application then has already", async () => {
  const page = await stories.open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const bytes = new Map<string, number>();
  const urls = new Map<string, string>();
  devtools.on(
    "Network.requestWillBeSent",
    ({ requestId, request }) => void urls.set(requestId, request.url),
  );
  devtools.on(
    "Network.loadingFinished",
    ({ requestId, encodedDataLength }) =>
      void bytes.set(urls.get(requestId) ?? "", encodedDataLength),
  );
  await page.goto("/realms/demo/login-actions/reset-credentials");
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const fonts = [...bytes.keys()].filter((url) => url.endsWith(".woff2"));
  expect(fonts).toHaveLength(1);
  const others = [...bytes].filter(([url]) => !/\.woff2$|\/logo\?/.test(url));
  expect(others.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(12 * 1024);

  const reader = await stories.open({ as: "mitglied" });
  const asked: string[] = [];
  reader.on("request", (request) => void asked.push(request.url()));
  await reader.goto("/");
  await loaded(reader);
  expect(asked).toContain(fonts[0]);
});

/** Buttons and fields that a finger would miss. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>("button, .button, input, textarea")]
        .filter((element) => element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().height < least)
        .map((element) => element.outerHTML),
    TARGET,
  );
}

function colorOf(page: Page, selector: string): Promise<string> {
  return page.locator(selector).evaluate((element) => {
    const [r = 0, g = 0, b = 0] = (
      getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  });
}
