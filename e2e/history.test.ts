import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

async function changeOwnData(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto("/profile");
  await loaded(page);
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Angaben speichern" }).click();
  await page.getByText("Ihre Angaben sind gespeichert.").waitFor();
}

test("the office sees what a member changed and takes one field back", async () => {
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

  await entry.getByRole("button", { name: "Nur Straße zurücknehmen" }).click();
  await office.getByText(/^1 Feld von .* auf den alten Stand gesetzt\.$/).waitFor();
  await member.reload();
  await loaded(member);
  expect(await member.getByLabel("Straße").inputValue()).toBe(before.street);
  expect(await member.getByLabel("Ort", { exact: true }).inputValue()).toBe("Neustadt");

  await changeOwnData(member, { Straße: before.street, Ort: before.city });
});
