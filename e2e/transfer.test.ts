import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

/** A club's office brings its Excel list in and sends data out. */
const stories = storyBrowser();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

const WORK_MS = 60_000;

/** From a chosen file to its columns, with what was suggested. */
async function columns(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto("/users/sync");
  await loaded(page);
  await page
    .getByLabel("Datei mit Mitgliedern")
    .setInputFiles({ name, mimeType: "text/csv", buffer });
  await page.getByText("Was wird aus den Spalten?").waitFor();
}

async function toPreview(page: Page): Promise<void> {
  await button(page, "Weiter zur Vorschau").click();
  await button(page, "Übernehmen").waitFor();
}

test("an Excel list is understood, mended, taken over, undone as a whole from another tab; its faulty rows come in again", async () => {
  // Windows-1252, semicolons, two empty lines above the names; ten good rows and three faulty ones.
  const excel = await readFile(join(import.meta.dirname, "samples", "mitglieder-excel.csv"));
  const page = await stories.open({ as: "buero" });
  await columns(page, "Mitglieder 2026.csv", excel);
  await toPreview(page);
  // A date that never was and a wrong IBAN cost their rows nothing but themselves, …
  await page.getByText("„Mitglieder 2026.csv“: 12 neu, 1 wartet auf Gruppen").waitFor();
  // … unless the office wants it strict.
  await columns(page, "Mitglieder 2026.csv", excel);
  await page.getByRole("button", { name: /^Regeln/ }).click();
  await page.getByRole("radio", { name: /^Die ganze Zeile draußen lassen/ }).click();
  await toPreview(page);
  await page
    .getByText("„Mitglieder 2026.csv“: 10 neu, 1 wartet auf Gruppen, 2 fehlerhaft")
    .waitFor();
  await tab(page, "Gruppen").click();
  await page.getByRole("combobox", { name: "Was wird aus „Quidditch“?" }).click();
  await page.getByRole("option", { name: "Gruppe neu anlegen" }).click();
  await button(page, "Entscheidungen anwenden").click();
  await page.getByText("„Mitglieder 2026.csv“: 11 neu, 2 fehlerhaft").waitFor();
  await tab(page, "Fehlerhaft").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "Fehlerhafte Zeilen herunterladen").click(),
  ]);
  expect(download.suggestedFilename()).toBe("Mitglieder 2026 - fehlerhafte Zeilen.csv");
  const faulty = (await readFile(await download.path())).toString("latin1");
  // Nothing is written yet.
  expect(await countOfMembers(page, "1004", "Thea")).toBe(0);
  await button(page, "Übernehmen").click();
  await page.getByText("11 Mitglieder angelegt").waitFor({ timeout: WORK_MS });
  await page.getByText("1 Gruppe angelegt").waitFor();
  expect(await countOfMembers(page, "1004", "Thea")).toBe(1);

  // Another tab, another day: the address leads to the same import, and its undo.
  const later = await page.context().newPage();
  await later.goto(page.url());
  await button(later, "Rückgängig machen").click();
  await button(later, "Import rückgängig machen").click();
  await later.getByText("Der Import ist rückgängig gemacht").waitFor({ timeout: WORK_MS });
  await later.getByText("Alles steht wieder so da wie vor dem Import.").waitFor();
  expect(await countOfMembers(later, "1004", "Thea")).toBe(0);

  const mended = faulty.replace("31.02.1975", "28.02.1975").replace("DE73000000000000020060", "");
  await columns(later, "Fehler.csv", Buffer.from(mended, "latin1"));
  await toPreview(later);
  await later.getByText("2 Mitglieder werden neu angelegt.").waitFor();
  expect(await tab(later, "Fehlerhaft").count()).toBe(0);
});

test("columns put together by hand are exported, the file is kept, and its bytes are what was promised", async () => {
  const page = await stories.open({ as: "buero" });
  const name = `Meldung ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/mapping-config/create?isExport=true");
  await page.getByLabel("Name (Pflichtangabe)").fill(name);
  for (const field of ["Person->Geschlecht", "Person->Nachname"]) {
    await page.getByPlaceholder("Feld als Spalte hinzufügen").click();
    await page.getByRole("option", { name: field, exact: true }).click();
  }
  await page.getByLabel("Name der Spalte 2").fill("Familienname");
  await page.getByRole("button", { name: /^Geschlecht umwandeln/ }).click();
  await button(page, "Schritt hinzufügen").click();
  await page.getByRole("menuitem", { name: "Wertetabelle" }).click();
  await page.getByLabel("Wert 1 wird zu").fill("w");
  await page.getByLabel("Wert 2 wird zu").fill("m");
  await page.getByRole("row", { name: "weiblich w", exact: true }).first().waitFor();
  await button(page, "Fertig").click();
  await button(page, "Zuordnung anlegen").click();
  await page.getByRole("link", { name }).waitFor();

  await page.goto("/export/create");
  await page.getByLabel("Name (Pflichtangabe)", { exact: true }).fill(name);
  await page.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: "CSV-Tabelle" }).click();
  await page.locator("#field-mappingConfigId").click();
  await page.getByRole("option", { name }).click();
  await button(page, "Ziel anlegen").click();
  await button(page, `„${name}“ jetzt ausgeben`).click();
  await button(page, "Datei herunterladen").waitFor({ timeout: WORK_MS });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "Datei herunterladen").click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split(/\r?\n/);
  expect(lines[0]?.replaceAll('"', "")).toBe("\uFEFFGeschlecht;Familienname");
  expect(lines[1]).toMatch(/^"?[wm]"?;/);
});

async function countOfMembers(page: Page, number: string, firstname: string): Promise<number> {
  const other = await page.context().newPage();
  await other.goto(`/users?q=${number}`);
  await loaded(other);
  const count = await other.getByRole("row").filter({ hasText: firstname }).count();
  await other.close();
  return count;
}
