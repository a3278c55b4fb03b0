import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();
const KIB = 1024;

/** Sizes of the scripts and styles as they come over the wire from now on, by address. */
async function weighed(page: Page): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  const sizes = new Map<string, number>();
  const heads = new Map<string, { url: string; bytes: number }>();
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    // What has arrived by now are the headers.
    if (type === "Script" || type === "Stylesheet") heads.set(requestId, { url: response.url, bytes: response.encodedDataLength });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    if (head !== undefined) sizes.set(head.url, encodedDataLength - head.bytes);
  });
  return sizes;
}

function totalOf(sizes: ReadonlyMap<string, number>, isMeant: (url: string) => boolean = () => true): number {
  return [...sizes].filter(([url]) => isMeant(url)).reduce((sum, [, size]) => sum + size, 0) / KIB;
}

test("the first page needs at most 250 KiB of scripts and styles, and nothing from elsewhere", async () => {
  const page = await stories.open({ as: "admin" });
  const sizes = await weighed(page);
  const hosts = new Set<string>();
  page.on("request", (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host));
  await page.goto("/");
  await loaded(page);
  const total = totalOf(sizes);
  const heaviest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 8);
  console.log(heaviest.map(([url, size]) => `${(size / KIB).toFixed(1).padStart(7)} KiB ${new URL(url).pathname}`).join("\n"));
  console.log(`first page: ${total.toFixed(1)} KiB of scripts and styles in ${sizes.size} files`);
  expect([...hosts]).toEqual([new URL(stories.url).host]);
  expect(sizes.size).toBeGreaterThan(1);
  expect(total).toBeLessThanOrEqual(250);
});

test("messages need at most 100 KiB more, and the editor comes only with the form that uses it", async () => {
  const page = await stories.open({ as: "admin" });
  const sizes = await weighed(page);
  await page.goto("/");
  await loaded(page);
  const firstPage = new Set(sizes.keys());
  const isEditor = (url: string) => url.includes("/MessageEditor-");
  const isMore = (url: string) => !firstPage.has(url) && !isEditor(url);
  await page
    .getByRole("navigation", { name: "Hauptmenü" })
    .getByRole("link", { name: /^Nachrichten/ })
    .click();
  await page.getByRole("link", { name: "Neue Nachricht" }).first().waitFor();
  await loaded(page);
  console.log(`messages: ${totalOf(sizes, isMore).toFixed(1)} KiB`);
  expect(totalOf(sizes, isMore)).toBeGreaterThan(1);
  expect(totalOf(sizes, isMore)).toBeLessThanOrEqual(100);
  expect([...sizes.keys()].filter(isEditor)).toEqual([]);
  // What the list has brought already counts for the list: each page is weighed by itself.
  const list = new Set(sizes.keys());
  const isForm = (url: string) => isMore(url) && !list.has(url);
  await page.getByRole("link", { name: "Neue Nachricht" }).first().click();
  await page.getByRole("textbox", { name: "Nachricht" }).waitFor();
  console.log(`writing one: ${totalOf(sizes, isForm).toFixed(1)} KiB, and the editor ${totalOf(sizes, isEditor).toFixed(1)} KiB`);
  expect(totalOf(sizes, isForm)).toBeLessThanOrEqual(100);
  expect([...sizes.keys()].filter(isEditor).length).toBeGreaterThan(0);
});
