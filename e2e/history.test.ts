import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { expectAccessible, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

async function changeOwnData(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto("/profile");
  await loaded(page);
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Angaben speichern" }).click();
  await page.getByText("Ihre Angaben sind gespeichert.").waitFor();
}

test("the office sees what a member changed, takes one field back, and a later edit is not trampled", async () => {
  const member = await stories.open({ as: "mitglied" });
  await member.goto("/profile");
  await loaded(member);
  const before = {
    street: await member.getByLabel("Straße").inputValue(),
    city: await member.getByLabel("Ort", { exact: true }).inputValue(),
  };
  await changeOwnData(member, { Straße: "Neue Gasse 1", Ort: "Neustadt" });

  const office = await stories.open({ as: "buero" });
  await office.goto("/users/history?way=PROFILE");
  await loaded(office);
  await office.getByRole("button", { name: /^Weg/ }).waitFor();
  const entry = office.getByRole("list", { name: "Änderungen" }).locator("> li").first();
  await entry.getByText("Eigenes Profil").waitFor();
  expect(await entry.locator("del").allTextContents()).toEqual(
    expect.arrayContaining([before.street, before.city]),
  );
  expect(await entry.locator("ins").allTextContents()).toEqual(
    expect.arrayContaining(["Neue Gasse 1", "Neustadt"]),
  );
  await expectAccessible(office, "the history");

  await entry.getByRole("button", { name: "Nur Straße zurücknehmen" }).click();
  await office.getByText(/^1 Feld von .* auf den alten Stand gesetzt\.$/).waitFor();
  await member.reload();
  await loaded(member);
  expect(await member.getByLabel("Straße").inputValue()).toBe(before.street);
  expect(await member.getByLabel("Ort", { exact: true }).inputValue()).toBe("Neustadt");

  await changeOwnData(member, { Ort: "Altstadt" });
  await office.getByText("Altstadt").waitFor();
  const older = office.getByRole("list", { name: "Änderungen" }).locator("> li").nth(1);
  await older.getByText("Neue Gasse 1").waitFor();
  await older.getByRole("button", { name: /^Änderung an .* zurücknehmen$/ }).click();
  const report = office.getByRole("dialog");
  await report.getByRole("cell", { name: "Altstadt" }).waitFor();
  await report.getByRole("cell", { name: "Neustadt" }).waitFor();
  await report.getByRole("button", { name: "Verstanden" }).click();

  await changeOwnData(member, { Straße: before.street, Ort: before.city });
});

test("the history is filtered by member and period, and the filter stands in the address", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/users/history");
  await loaded(page);
  const entries = page.getByRole("list", { name: "Änderungen" });
  const name = (await entries.getByRole("link").first().textContent()) ?? "";
  const surname = name.split(" ").at(-1) ?? "";
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name: "Mitglied", exact: true }).click();
  await page.getByRole("combobox", { name: "Mitglied" }).fill(name);
  await page.getByRole("option", { name: new RegExp(`${surname}, `) }).click();
  await page.waitForURL(/user=/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: new RegExp(`^Mitglied .*${surname}, `) }).waitFor();
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[aria-label="Änderungen"] a')].every(
        (link) => link.textContent === wanted,
      ),
    name,
  );

  await page.goto(`${page.url()}&to=1990-01-01`);
  await page.getByText("Zu dieser Auswahl gibt es keine Änderungen.").waitFor();
  await page.getByRole("button", { name: "Filter Zeitraum entfernen" }).click();
  await page.getByRole("list", { name: "Änderungen" }).waitFor();
});

test("the history is whole on a phone, in the dark, and closed to a plain member", async () => {
  const phone = await stories.open({ as: "admin", viewport: "phone", scheme: "dark" });
  await phone.goto("/users/history");
  await loaded(phone);
  await phone.getByRole("list", { name: "Änderungen" }).waitFor();
  await expectAccessible(phone, "the history on a dark phone");

  const member = await stories.open({ as: "mitglied" });
  await member.goto("/users/history");
  await loaded(member);
  expect(await member.getByRole("list", { name: "Änderungen" }).count()).toBe(0);
});
