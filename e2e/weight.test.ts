import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();
const KIB = 1024;

test("the first page needs at most 250 KiB of scripts and styles, and nothing from elsewhere", async () => {
  const page = await stories.open({ as: "admin" });
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
  const hosts = new Set<string>();
  page.on("request", (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host));
  await page.goto("/");
  await loaded(page);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const heaviest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 8);
  console.log(heaviest.map(([url, size]) => `${(size / KIB).toFixed(1).padStart(7)} KiB ${new URL(url).pathname}`).join("\n"));
  console.log(`first page: ${(total / KIB).toFixed(1)} KiB of scripts and styles in ${sizes.size} files`);
  expect([...hosts]).toEqual([new URL(stories.url).host]);
  expect(sizes.size).toBeGreaterThan(1);
  expect(total / KIB).toBeLessThanOrEqual(250);
});
