import { expect, test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

test("the office makes a team, fills it, ends a membership and takes that back", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/groups/create");
  await loaded(page);
  await page.getByLabel("Name (Pflichtangabe)").fill("Seepferdchen");
  await page.getByRole("button", { name: "Gruppe anlegen" }).click();
  await page.getByRole("heading", { level: 1, name: "Seepferdchen" }).waitFor();

  await page.getByRole("button", { name: "Mitglieder hinzufügen" }).click();
  await page.getByRole("combobox", { name: /^Mitglieder/ }).fill("Müller");
  await page
    .getByRole("option", { name: /Müller,/ })
    .first()
    .click();
  await page.getByLabel("Funktion", { exact: true }).fill("Rettungsschwimmer");
  await page.getByRole("button", { name: "Hinzufügen", exact: true }).click();
  const table = page.getByRole("region", { name: "Mitglieder der Gruppe" }).getByRole("table");
  await table.getByText("Rettungsschwimmer").waitFor();
  await table.getByRole("button", { name: /^Zugehörigkeit von .* beenden$/ }).click();
  await page.getByText("An diesem Tag gehört niemand zu dieser Gruppe.").waitFor();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await table.getByText("Rettungsschwimmer").waitFor();
});

test("a trainer sees the people of their own group and cannot change them", async () => {
  const page = await stories.open({ as: "trainer" });
  await page.goto("/profile");
  await loaded(page);
  await page.getByRole("link", { name: "Fußball->C-Jugend" }).click();
  await page.getByRole("heading", { level: 1, name: "C-Jugend" }).waitFor();
  await page
    .getByRole("table", { name: "Mitglieder der Gruppe" })
    .getByRole("row")
    .nth(1)
    .waitFor();
  expect(await page.getByRole("button", { name: "Mitglieder hinzufügen" }).count()).toBe(0);
});
