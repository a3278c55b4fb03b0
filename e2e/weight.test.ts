import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";
import { heaviest, totalOf, weighed } from "./support/weight.ts";

const stories = storyBrowser();

test("the first page needs at most 250 KiB of scripts and styles, and nothing from elsewhere", async () => {
  const page = await stories.open({ as: "admin" });
  const sizes = await weighed(page);
  const hosts = new Set<string>();
  page.on(
    "request",
    (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host),
  );
  await page.goto("/");
  await loaded(page);
  const total = totalOf(sizes);
  console.log(heaviest(sizes));
  console.log(`first page: ${total.toFixed(1)} KiB of scripts and styles in ${sizes.size} files`);
  expect([...hosts]).toEqual([new URL(stories.url).host]);
  expect(sizes.size).toBeGreaterThan(1);
  expect(total).toBeLessThanOrEqual(250);
});

test("what formats a text comes only with the form that writes one", async () => {
  const page = await stories.open({ as: "admin" });
  const sizes = await weighed(page);
  const editor = () => [...sizes.keys()].filter((url) => url.includes("/MessageEditor-"));
  await page.goto("/messaging");
  await page.getByRole("link", { name: "Neue Nachricht" }).first().waitFor();
  await loaded(page);
  expect(editor()).toEqual([]);
  await page.getByRole("link", { name: "Neue Nachricht" }).first().click();
  await page.getByRole("textbox", { name: "Nachricht" }).waitFor();
  console.log(
    `the editor: ${totalOf(sizes, (url) => url.includes("/MessageEditor-")).toFixed(1)} KiB`,
  );
  expect(editor().length).toBeGreaterThan(0);
});
