import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

const box = (page: Page) => page.getByPlaceholder("Search (ctrl+k)");
const options = (page: Page) => page.getByRole("option");

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

test("the office finds a member by an umlaut written out, several kinds with a typing error too, and opens one by keyboard", async () => {
  const page = await stories.open({ as: "buero" });
  await openSearch(page, "sitzung");
  await options(page).filter({ hasText: "sitzung" }).first().waitFor();
  expect(await headings(page)).toEqual(expect.arrayContaining(["Termine", "Dateien"]));
  await box(page).fill("Satzugn");
  await options(page).filter({ hasText: "Satzung.pdf" }).waitFor();
  await box(page).fill("mueller");
  await options(page).filter({ hasText: "Müller" }).first().waitFor();
  expect(await headings(page)).toContain("Mitglieder");
  expect(await page.locator('[role="option"] mark').first().innerText()).toBe("Müller");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/users\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { level: 1, name: /Müller/ }).waitFor();
});

test("a plain member finds no members, but events and files they may read", async () => {
  const page = await stories.open({ as: "mitglied", viewport: "phone" });
  await page.goto("/");
  await loaded(page);
  await box(page).click();
  await box(page).fill("training");
  await options(page).first().waitFor();
  expect(await headings(page)).toContain("Termine");
  await box(page).fill("müller");
  await page.getByText("Nichts gefunden für „müller“").or(options(page).first()).waitFor();
  expect(await headings(page)).not.toContain("Mitglieder");
});
