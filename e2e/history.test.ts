import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Me } from "#modules/members/contract.ts";
import { type Account, loaded } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";
import { person } from "./support/person.ts";

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

test("a member sees what the office changed in their data, and who it was", async () => {
  const member = await stories.open({ as: "mitglied" });
  await member.goto("/profile");
  await loaded(member);
  const before = await member.getByLabel("Straße").inputValue();
  const { id, name } = await who("mitglied");

  const office = await stories.open({ as: "buero" });
  const officeName = (await who("buero")).name;
  const saveStreet = async (street: string) => {
    await office.goto(`/users/${id}/edit`);
    await loaded(office);
    await office.getByLabel("Straße").fill(street);
    await office.getByRole("button", { name: "Änderungen speichern" }).click();
    await office.waitForURL(new RegExp(`/users/${id}$`));
    await office.getByRole("heading", { name: new RegExp(name) }).waitFor();
  };
  await saveStreet("Amtsweg 12");

  await member.reload();
  await loaded(member);
  expect(await member.getByLabel("Straße").inputValue()).toBe("Amtsweg 12");
  await member.getByRole("heading", { name: "Änderungen an meinen Daten" }).waitFor();
  const newest = member.getByRole("list", { name: "Änderungen" }).locator("> li").first();
  await newest.getByText(officeName).waitFor();
  expect(await newest.locator("del").allTextContents()).toEqual([before]);
  expect(await newest.locator("ins").allTextContents()).toEqual(["Amtsweg 12"]);
  expect(await newest.getByRole("button").count(), "offers to take it back").toBe(0);

  await saveStreet(before);
});

/** Who a demo account is, as the interface says. */
async function who(account: Account): Promise<{ id: string; name: string }> {
  const me = await (await person(stories.url, account)).call<Me>("GET", "/me");
  return { id: me.id, name: `${me.firstname} ${me.lastname}` };
}
