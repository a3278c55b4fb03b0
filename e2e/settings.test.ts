import { expect, test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { expectAccessible, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

/** A red square of 64 pixels. */
const RED_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsGvk3/gmM4JvYbACy3S9FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLM17EPKwoNZgAAAABJRU5ErkJggg==",
  "base64",
);

test("an administrator renames the club and changes its colour; the frame and the title follow at once", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/settings");
  await loaded(page);
  const name = page.getByLabel("Name des Vereins (Pflichtangabe)");
  const before = await name.inputValue();

  await name.fill("");
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  await page.getByRole("alert").getByText("Bitte geben Sie den Namen des Vereins an.").waitFor();

  await name.fill("Sportfreunde Grünhausen");
  await page.getByRole("textbox", { name: "Vereinsfarbe" }).fill("#ffe100");
  await page.getByText("Die gewählte Farbe wurde dafür etwas abgedunkelt.").waitFor();
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  await page.getByText("Die Einstellungen sind gespeichert.").waitFor();
  await page.getByRole("banner").getByText("Sportfreunde Grünhausen").waitFor();
  await page.waitForFunction(
    () => document.title === "Einstellungen - Sportfreunde Grünhausen - Intranet",
  );
  await expectAccessible(page, "settings with a yellow accent");

  await name.fill(before);
  await page.getByRole("textbox", { name: "Vereinsfarbe" }).fill("#1f6f54");
  await name.press("Control+Enter");
  await page.getByRole("banner").getByText(before).waitFor();
});

test("a wrong reply address is told at the field and nothing is lost", async () => {
  stories.expectProblem(/^400 /);
  const page = await stories.open({ as: "admin", scheme: "dark" });
  await page.goto("/settings");
  await loaded(page);
  await page.getByLabel("Antwortadresse").fill("kein-klammeraffe");
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("Bitte eine vollständige E-Mail-Adresse angeben.").waitFor();
  expect(await page.getByLabel("Antwortadresse").inputValue()).toBe("kein-klammeraffe");
  await alert.getByRole("link", { name: "Antwortadresse" }).click();
  expect(
    await page.getByLabel("Antwortadresse").evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await expectAccessible(page, "settings with an error in the dark");
});

test("the logo is replaced, removed and taken back", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/settings");
  await loaded(page);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: RED_PNG });
  await page.getByText("Das Logo ist gespeichert.").waitFor();
  await page.getByRole("button", { name: "Logo entfernen" }).click();
  await page.getByText("Kein Logo").waitFor();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await page.getByRole("img", { name: /^Logo von / }).waitFor();
});

test("an own field is added, moved up, filled in by a member and deleted with a warning", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/settings");
  await loaded(page);
  await page.getByRole("link", { name: "Feld anlegen" }).click();
  await page.getByLabel("Bezeichnung (Pflichtangabe)").fill("Gürtelfarbe");
  await page.getByRole("combobox", { name: "Art" }).click();
  await page.getByRole("option", { name: "Auswahl", exact: true }).click();
  await page.getByRole("button", { name: "Feld anlegen" }).click();
  await page.getByRole("alert").getByText("Bitte geben Sie mindestens einen Eintrag an.").waitFor();
  const options = page.getByRole("combobox", { name: "Einträge (Pflichtangabe)" });
  for (const one of ["Weiß", "Gelb", "Grün"]) {
    await options.fill(one);
    await options.press("Enter");
  }
  await page.getByRole("switch", { name: "Mitglieder pflegen das Feld selbst" }).check();
  await page.getByRole("button", { name: "Feld anlegen" }).click();
  await page.getByText("Das Feld „Gürtelfarbe“ ist angelegt.").waitFor();
  await page.getByRole("button", { name: "Gürtelfarbe nach oben" }).click();
  await page.getByRole("button", { name: "Gürtelfarbe nach unten" }).waitFor();

  const member = await stories.open({ as: "mitglied", viewport: "phone" });
  await member.goto("/profile");
  await loaded(member);
  await member.getByRole("combobox", { name: "Gürtelfarbe" }).click();
  await member.getByRole("option", { name: "Gelb" }).click();
  await member.getByRole("button", { name: "Angaben speichern" }).click();
  await member.getByText("Ihre Angaben sind gespeichert.").waitFor();

  await page.getByRole("link", { name: "Gürtelfarbe" }).click();
  await page.getByRole("button", { name: "Feld löschen" }).click();
  await page
    .getByText("Was bei den Mitgliedern unter „Gürtelfarbe“ eingetragen ist, geht dabei verloren.")
    .waitFor();
  await page.getByRole("button", { name: "Feld und Werte löschen" }).click();
  await page.getByText("Das Feld „Gürtelfarbe“ ist gelöscht.").waitFor();
  await page.getByRole("link", { name: "Gürtelfarbe" }).waitFor({ state: "detached" });
});

test("the office has no way to the settings", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/");
  await loaded(page);
  await page.getByRole("button", { name: /^Konto von/ }).click();
  await page.getByRole("menuitem", { name: "Mein Profil" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Einstellungen" }).count()).toBe(0);
  await page.goto("/settings");
  await loaded(page);
  expect(await page.getByLabel("Name des Vereins (Pflichtangabe)").count()).toBe(0);
});
