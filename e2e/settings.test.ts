import { test } from "vitest";
import { loaded } from "./support/app-page.ts";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

test("an administrator renames the club and changes its colour; the frame and the title follow at once", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/settings");
  await loaded(page);
  const name = page.getByLabel("Name des Vereins (Pflichtangabe)");
  const before = await name.inputValue();

  await name.fill("Sportfreunde Grünhausen");
  await page.getByRole("textbox", { name: "Vereinsfarbe" }).fill("#ffe100");
  await page.getByText("Die gewählte Farbe wurde dafür etwas abgedunkelt.").waitFor();
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  await page.getByText("Die Einstellungen sind gespeichert.").waitFor();
  await page.getByRole("banner").getByText("Sportfreunde Grünhausen").waitFor();
  await page.waitForFunction(
    () => document.title === "Einstellungen - Sportfreunde Grünhausen - Intranet",
  );

  await name.fill(before);
  await page.getByRole("textbox", { name: "Vereinsfarbe" }).fill("#1f6f54");
  await name.press("Control+Enter");
  await page.getByRole("banner").getByText(before).waitFor();
});

test("a custom field is added, filled in by a member and deleted with a warning", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/settings");
  await loaded(page);
  await page.getByRole("link", { name: "Feld anlegen" }).click();
  await page.getByLabel("Bezeichnung (Pflichtangabe)").fill("Gürtelfarbe");
  await page.getByRole("combobox", { name: "Art" }).click();
  await page.getByRole("option", { name: "Auswahl", exact: true }).click();
  const options = page.getByRole("combobox", { name: "Einträge (Pflichtangabe)" });
  for (const one of ["Weiß", "Gelb", "Grün"]) {
    await options.fill(one);
    await options.press("Enter");
  }
  await page.getByRole("switch", { name: "Mitglieder pflegen das Feld selbst" }).check();
  await page.getByRole("button", { name: "Feld anlegen" }).click();
  await page.getByText("Das Feld „Gürtelfarbe“ ist angelegt.").waitFor();

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
