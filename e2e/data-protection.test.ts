import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

/** What the data protection law asks of a club, by the clicks of its office. */
const stories = storyBrowser();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function newMember(page: Page, lastname: string): Promise<string> {
  await page.goto("/users/create");
  await loaded(page);
  await page.getByLabel(/^Vorname/).fill("Ilse");
  await page.getByLabel(/^Nachname/).fill(lastname);
  await button(page, "Mitglied anlegen").click();
  await page.waitForURL(/\/users\/0[0-9a-f-]{35}$/);
  await loaded(page);
  return new URL(page.url()).pathname;
}

test("before a member is anonymised the office sees what goes, and hands out the file", async () => {
  const page = await stories.open({ as: "buero" });
  const lastname = `Löschprobe-${crypto.randomUUID().slice(0, 8)}`;
  const profile = await newMember(page, lastname);
  await page.goto(`${profile}/delete`);
  await page.getByText("Name, Anschrift, Kontakt, eigene Felder und Notizen").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "DSGVO-Auskunft herunterladen").click(),
  ]);
  expect(download.suggestedFilename()).toContain(lastname);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");

  await button(page, "In den Papierkorb legen").click();
  await page.getByText(`Ilse ${lastname} liegt im Papierkorb.`).waitFor();
  await page.goto(`${profile}/delete`);
  await button(page, "Sofort anonymisieren").click();
  await page.getByRole("dialog").getByRole("button", { name: "Sofort anonymisieren" }).click();
  await page.getByText("Die Daten sind anonymisiert.").waitFor();
  await page.goto(`/users/trash?q=${encodeURIComponent(lastname)}`);
  await loaded(page);
  expect(await page.getByRole("row").filter({ hasText: lastname }).count()).toBe(0);
});
