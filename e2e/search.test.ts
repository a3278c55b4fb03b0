import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

const stories = storyBrowser();

const box = (page: Page) => page.getByPlaceholder("Search (ctrl+k)");
const options = (page: Page) => page.getByRole("option");
const chosen = (page: Page) => page.locator('[role="option"][aria-selected="true"]');

/** The headings of what was found, from top to bottom. */
async function headings(page: Page): Promise<string[]> {
  return page
    .getByRole("listbox", { name: "Suchergebnisse" })
    .locator("[id*=-group-]")
    .allInnerTexts();
}

async function openSearch(page: Page, text: string): Promise<void> {
  await page.goto("/");
  await loaded(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(text);
}

test("the office finds a member by an umlaut written out and opens them by keyboard alone", async () => {
  const page = await stories.open({ as: "buero" });
  await openSearch(page, "mueller");
  await options(page).filter({ hasText: "Müller" }).first().waitFor();
  expect(await headings(page)).toContain("Mitglieder");
  expect(await page.locator('[role="option"] mark').first().innerText()).toBe("Müller");
  await expectAccessible(page, "results of a search");
  const first = await chosen(page).innerText();
  await page.keyboard.press("ArrowDown");
  expect(await chosen(page).innerText()).not.toBe(first);
  const active = await box(page).getAttribute("aria-activedescendant");
  expect(active).toBe(await chosen(page).getAttribute("id"));
  await page.keyboard.press("ArrowUp");
  expect(await chosen(page).innerText()).toBe(first);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/users\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { level: 1, name: /Müller/ }).waitFor();
  expect(await box(page).inputValue()).toBe("");
});

test("an Enter that is quicker than the results opens the first of them", async () => {
  const page = await stories.open({ as: "buero" });
  await openSearch(page, "Müller");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/users\/[0-9a-f-]{36}$/);
});

test("all members with a word are one click away, and Escape leaves", async () => {
  const page = await stories.open({ as: "buero" });
  await openSearch(page, "müller");
  await page.getByRole("option", { name: "Alle Mitglieder mit „müller“" }).click();
  await page.waitForURL(/\/users\?q=m%C3%BCller$/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("satzung");
  await options(page).first().waitFor();
  await page.keyboard.press("Escape");
  expect(await options(page).count()).toBe(0);
  expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(false);
});

test("several kinds are found at once, with a typing error too; nothing is said in a sentence", async () => {
  const page = await stories.open({ as: "admin" });
  await openSearch(page, "sitzung");
  await options(page).filter({ hasText: "sitzung" }).first().waitFor();
  expect(await headings(page)).toEqual(expect.arrayContaining(["Termine", "Dateien"]));
  await box(page).fill("Satzugn");
  await options(page).filter({ hasText: "Satzung.pdf" }).waitFor();
  await box(page).fill("xyzzyplugh");
  await page.getByText("Nichts gefunden für „xyzzyplugh“").waitFor();
});

test("what was opened is offered again, in this tab only", async () => {
  const page = await stories.open({ as: "admin" });
  await openSearch(page, "Satzung.pdf");
  await options(page).filter({ hasText: "Satzung.pdf" }).first().click();
  await page.waitForURL(/\/file-viewer\//);
  await page.goto("/");
  await loaded(page);
  await page.keyboard.press("Control+k");
  await page
    .getByRole("group", { name: "Zuletzt geöffnet" })
    .getByRole("option", { name: "Satzung.pdf" })
    .waitFor();
  const other = await stories.open({ as: "admin" });
  await openSearch(other, "");
  await other
    .getByText("Mitglieder, Gruppen, Termine, Nachrichten, Dateien und Seiten finden")
    .waitFor();
});

test("typing asks once per pause", async () => {
  const page = await stories.open({ as: "buero" });
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/api/search")) asked.push(searchParams.get("q") ?? "");
  });
  await openSearch(page, "müller");
  await options(page).filter({ hasText: "Müller" }).first().waitFor();
  expect(asked.at(-1)).toBe("müller");
  expect(asked.length).toBeLessThan(4);
});

test("a plain member finds no members, but events and files they may read; on a phone over the whole screen", async () => {
  const page = await stories.open({ as: "mitglied", viewport: "phone" });
  await page.goto("/");
  await loaded(page);
  await box(page).click();
  await box(page).fill("training");
  await options(page).first().waitFor();
  expect(await headings(page)).toContain("Termine");
  const list = await page
    .getByRole("listbox", { name: "Suchergebnisse" })
    .locator("..")
    .boundingBox();
  expect(list?.width).toBe(390);
  await expectAccessible(page, "results on a phone");
  await expectNoSidewaysScroll(page, 320, "results on a phone");
  await box(page).fill("müller");
  await page.getByText("Nichts gefunden für „müller“").or(options(page).first()).waitFor();
  expect(await headings(page)).not.toContain("Mitglieder");
  await page.getByRole("button", { name: "Abbrechen" }).click();
  expect(await options(page).count()).toBe(0);
});
