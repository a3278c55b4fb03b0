import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { expectAccessible, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

async function chooseMember(page: Page, text: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Mitglieder/ }).fill(text);
  await page
    .getByRole("option", { name: new RegExp(`${text},`) })
    .first()
    .click();
}

test("the office makes a department with a team, fills it, ends a membership and takes that back", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/groups");
  await loaded(page);
  await page.getByRole("link", { name: "Gruppe anlegen" }).click();

  await page.getByRole("button", { name: "Gruppe anlegen" }).click();
  await page.getByRole("alert").getByText("Bitte geben Sie der Gruppe einen Namen.").waitFor();
  await page.getByLabel("Name (Pflichtangabe)").fill("Schwimmen");
  await page.getByRole("button", { name: "Gruppe anlegen" }).click();
  await page.getByRole("heading", { level: 1, name: "Schwimmen" }).waitFor();

  await page.getByRole("link", { name: "Untergruppe anlegen" }).click();
  await page.getByLabel("Name (Pflichtangabe)").fill("Seepferdchen");
  expect(await page.getByRole("combobox", { name: "Übergeordnete Gruppe" }).inputValue()).toBe(
    "Schwimmen",
  );
  await page.getByLabel("Name (Pflichtangabe)").press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Seepferdchen" }).waitFor();
  await page.getByText("Untergruppe von Schwimmen").waitFor();

  await page.getByRole("button", { name: "Mitglieder hinzufügen" }).click();
  await chooseMember(page, "Müller");
  await page.getByLabel("Funktion", { exact: true }).fill("Rettungsschwimmer");
  await page.getByRole("button", { name: "Hinzufügen", exact: true }).click();
  await page.getByText("1 Mitglied hinzugefügt.").waitFor();
  const table = page.getByRole("region", { name: "Mitglieder der Gruppe" }).getByRole("table");
  await table.getByText("Rettungsschwimmer").waitFor();

  await table.getByRole("button", { name: /^Zugehörigkeit von .* bearbeiten$/ }).click();
  await page.getByRole("switch", { name: "Leitet die Gruppe" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click();
  await table.getByText("Leitung", { exact: true }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expectAccessible(page, "a group");

  await table.getByRole("button", { name: /^Zugehörigkeit von .* beenden$/ }).click();
  await page.getByText("An diesem Tag gehört niemand zu dieser Gruppe.").waitFor();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await table.getByText("Rettungsschwimmer").waitFor();

  await page.getByRole("link", { name: "Gruppen", exact: true }).first().click();
  await page.getByLabel("Gruppen suchen").fill("seepferd");
  await page.getByRole("link", { name: "Seepferdchen" }).waitFor();
  expect(await page.getByRole("link", { name: "Schwimmen" }).count()).toBe(1);
  expect(await page.getByRole("link", { name: "Fußball" }).count()).toBe(0);

  await page.getByRole("link", { name: "Schwimmen" }).click();
  await page.getByRole("button", { name: "Mehr" }).click();
  await page.getByRole("menuitem", { name: "Gruppe löschen" }).click();
  await page.getByText("Die Untergruppe „Seepferdchen“ rückt auf die oberste Ebene.").waitFor();
  await page.getByRole("button", { name: "Gruppe löschen" }).click();
  await page.getByText("Die Gruppe „Schwimmen“ ist gelöscht.").waitFor();
  await page.getByRole("link", { name: "Seepferdchen" }).waitFor();
});

test("two people edit the same group: the second sees what changed, chooses and loses nothing", async () => {
  stories.expectProblem(/^412 /);
  const first = await stories.open({ as: "admin" });
  await first.goto("/groups");
  await first.getByRole("link", { name: "Theatergruppe" }).click();
  await first.getByRole("link", { name: "Bearbeiten" }).click();
  await first.getByLabel("Beschreibung").waitFor();

  const second = await stories.open({ as: "buero" });
  await second.goto(new URL(first.url()).pathname);
  await second.getByLabel("Beschreibung").fill("Probe dienstags um 19 Uhr");
  await second.getByRole("button", { name: "Gruppe speichern" }).click();
  await second.getByText("Die Gruppe „Theatergruppe“ ist gespeichert.").waitFor();

  await first.getByLabel("Name (Pflichtangabe)").fill("Theater und Kleinkunst");
  await first.getByLabel("Beschreibung").fill("Probe donnerstags um 20 Uhr");
  await first.getByRole("button", { name: "Gruppe speichern" }).click();
  const alert = first.getByRole("alert");
  await alert.getByText("Neuer Stand: Probe dienstags um 19 Uhr").click();
  await alert.getByText("Ihre Eingabe: Probe donnerstags um 20 Uhr").waitFor();
  await alert.getByRole("button", { name: "Übernehmen und weiter bearbeiten" }).click();
  expect(await first.getByLabel("Name (Pflichtangabe)").inputValue()).toBe(
    "Theater und Kleinkunst",
  );
  await first.getByRole("button", { name: "Gruppe speichern" }).click();
  await first.getByRole("heading", { level: 1, name: "Theater und Kleinkunst" }).waitFor();
  await first.getByText("Probe dienstags um 19 Uhr").waitFor();
});

test("nobody can give a right that they do not hold", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/groups/create");
  await loaded(page);
  expect(await page.getByLabel("Einstellungen des Vereins ändern").isDisabled()).toBe(true);
  expect(await page.getByLabel("Mitglieder verwalten").isDisabled()).toBe(false);
  await page.getByText("Graue Rechte können Sie hier weder geben noch nehmen").waitFor();
});

test("a trainer sees the people of their own group on the phone and cannot change them", async () => {
  const page = await stories.open({ as: "trainer", viewport: "phone" });
  await page.goto("/profile");
  await loaded(page);
  await page.getByRole("link", { name: "Fußball->C-Jugend" }).click();
  await page.getByRole("heading", { level: 1, name: "C-Jugend" }).waitFor();
  await page
    .getByRole("list", { name: "Mitglieder der Gruppe" })
    .getByRole("listitem")
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: "Mitglieder hinzufügen" }).count()).toBe(0);
  await expectAccessible(page, "a group on the phone");
});
