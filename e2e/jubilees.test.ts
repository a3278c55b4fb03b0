import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { elements, readPdf } from "#platform/server/documents/pdf/testing.ts";
import { loaded } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

test("the office congratulates on next year's round ones: letters, a file and a message", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/users/jubilees");
  await loaded(page);
  const nextYear = String(new Date().getFullYear() + 1);
  await page.getByRole("combobox", { name: "Zeitraum" }).click();
  await page.getByRole("option", { name: nextYear, exact: true }).click();
  await page.getByText(`vom 01.01.${nextYear} bis 31.12.${nextYear}`).waitFor();
  expect(await page.getByRole("checkbox", { name: "nur runde" }).isChecked()).toBe(true);

  const rows = page.getByRole("table").getByRole("row");
  for (const row of [1, 2, 3]) await rows.nth(row).getByRole("checkbox").check({ force: true });
  await page.getByText("3 Anlässe ausgewählt").waitFor();

  await page.getByRole("button", { name: "Briefe" }).click();
  await page.getByRole("textbox", { name: "Betreff" }).fill("{Anlass}");
  await page.getByRole("textbox", { name: "Text" }).fill("herzlichen Glückwunsch, {Vorname}.");
  const [letters] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "3 Briefe als PDF" }).click(),
  ]);
  const { pages } = await readPdf(await readFile(await letters.path()));
  expect(pages).toHaveLength(3);
  for (const one of pages) {
    expect(elements(one, "H1")[0]?.text).toMatch(/^\d+(\. Geburtstag| Jahre Mitglied)$/);
    expect(elements(one, "P").some(({ text }) => /^herzlichen Glückwunsch, \S/.test(text))).toBe(
      true,
    );
  }

  await page.getByRole("button", { name: "Herunterladen" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /CSV/ }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(4);

  await page.getByRole("button", { name: "Nachricht schreiben" }).click();
  await page.waitForURL(/\/messaging\/compose\?from=/);
  await page.getByText(/^Geht an [1-3] Person/).waitFor();
});

test("the office finds the children of an age, and says how many are members", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/users?ageFrom=6&ageTo=10&sort=age&columns=age,birthYear,membershipYears");
  await loaded(page);
  await page.getByText(/^\d+ von \d+ (Personen|Mitgliedern)$/).waitFor();
  const ages = await page
    .getByRole("table")
    .getByRole("row")
    .locator("td:nth-child(3)")
    .allTextContents();
  expect(ages.length).toBeGreaterThan(0);
  for (const age of ages) expect(Number(age)).toBeGreaterThanOrEqual(6);
  for (const age of ages) expect(Number(age)).toBeLessThanOrEqual(10);
});
