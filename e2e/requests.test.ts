import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { storyBrowser } from "./support/browser.ts";
import { firstViews, invitedGuest } from "./support/first-views.ts";
import { followRequests } from "./support/requests.ts";
import { storyServer } from "./support/story-server.ts";

// On a bad line every request costs half a second; how long a view takes there is measured by
// `npm run bench -- --only slow-line`.

const stories = storyBrowser();
const server = storyServer();
const TEXT = /^(text|application\/(json|javascript)|image\/svg)/;
/** Their length would tell something of the secrets in them. */
const SECRET = /^\/realms\/[^/]+\/(protocol\/openid-connect\/token|login-actions\/)/;
/** One packet; less is not worth compressing. */
const LEAST_BYTES = 1_400;

const views = firstViews(await invitedGuest(server.url, server.dataDir));

test.each(views)("$name: at most $requests requests", async (view) => {
  const page = await stories.open(view.signedIn ? { as: "buero" } : {});
  if (view.warm) {
    await page.goto(view.path);
    await view.seen(page);
  }
  // A reader who was here before keeps the log-in, but a new tab has no token yet.
  const tab = view.warm ? page : await page.context().newPage();
  const followed = await followRequests(tab);
  const responses: Response[] = [];
  tab.on("response", (response) => responses.push(response));
  await (view.warm ? tab.reload() : tab.goto(view.path));
  await view.seen(tab);
  expect(followed.paths.length, followed.paths.join("\n")).toBeLessThanOrEqual(view.requests);
  expect(await careless(responses)).toEqual([]);
});

/** Answers that are larger than they need be, or would be asked for again in vain. */
async function careless(responses: readonly Response[]): Promise<string[]> {
  const found: string[] = [];
  for (const response of responses) {
    const headers = await response.allHeaders();
    const { pathname } = new URL(response.url());
    const bytes = Number(headers["content-length"] ?? 0);
    const isText = TEXT.test(headers["content-type"] ?? "");
    if (
      isText &&
      bytes > LEAST_BYTES &&
      !SECRET.test(pathname) &&
      headers["content-encoding"] === undefined
    )
      found.push(`${pathname} is not compressed: ${bytes} bytes`);
    if (pathname.startsWith("/assets/") && !/immutable/.test(headers["cache-control"] ?? ""))
      found.push(`${pathname} would be asked for again`);
  }
  return found;
}

test("a reload shows the overview with the token of before, and asks nobody to log in", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/");
  const [overview] = views.filter(({ warm }) => warm);
  await overview?.seen(page);
  await expect.poll(() => tokenIn(page)).not.toBe(null);
  // The provider answers late: the page does not wait for it.
  const release = await holdBack(page, "**/protocol/openid-connect/auth?**");
  await page.reload({ waitUntil: "commit" });
  await overview?.seen(page);
  release();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("a reload after the session has ended elsewhere leads to the login", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/");
  await page.context().clearCookies({ name: "login_session" });
  await page.reload();
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
});

test("a token that another person left in the tab is theirs no longer", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/");
  await expect.poll(() => tokenIn(page)).not.toBe(null);
  const theirs = (await tokenIn(page)) ?? "";
  const office = await stories.open({ as: "buero" });
  await office.goto("/");
  await expect.poll(() => tokenIn(office)).not.toBe(null);
  await office.evaluate((token) => sessionStorage.setItem("access-token", token), theirs);
  await office.reload();
  await expect.poll(() => tokenIn(office).catch(() => theirs)).not.toBe(theirs);
  await office.getByText(/^Guten Tag, (?!Lena)/).waitFor();
});

function tokenIn(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem("access-token"));
}

/** Lets requests to an address wait until the returned function is called. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
