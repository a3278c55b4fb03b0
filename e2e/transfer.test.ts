import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

/** A club's office brings its Excel list in and sends data out. */
const stories = storyBrowser();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

let excel: Buffer;
beforeAll(async () => {
  // Windows-1252, semicolons, two empty lines above the names; ten good rows and three faulty ones.
  excel = await readFile(join(import.meta.dirname, "samples", "mitglieder-excel.csv"));
});

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: "text/csv", buffer });
const text = (bytes: Buffer) => bytes.toString("latin1");

async function drop(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto("/users/sync");
  await loaded(page);
  await page.getByLabel("Datei mit Mitgliedern").setInputFiles(fileOf(name, buffer));
}

/** From a dropped file to its preview, with what was suggested. */
async function preview(page: Page, name: string, buffer: Buffer): Promise<void> {
  await drop(page, name, buffer);
  await page.getByText("Was wird aus den Spalten?").waitFor();
  await button(page, "Weiter zur Vorschau").click();
  await button(page, "Übernehmen").waitFor();
}

describe("an Excel list", () => {
  test("is dropped, understood, looked through, mended in a group, taken over, and undone as a whole", async () => {
    const page = await stories.open({ as: "buero" });
    await drop(page, "Mitglieder 2026.csv", excel);

    await page
      .getByText(
        "CSV (Text), Semikolon, Windows (1252), Spaltennamen in Zeile 3, Tage als Tag, Monat, Jahr",
      )
      .waitFor();
    const columns = page.getByRole("table", { name: "Spalten der Datei und was aus ihnen wird" });
    const lastname = columns
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "Nachname" }) });
    expect(await lastname.getByLabel("„Nachname“ wird zu").inputValue()).toBe("Person->Nachname");
    await lastname.locator("td").first().getByText("von der Heide · D'Angelo · Nguyen").waitFor();
    const birthday = columns
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "Geburtsdatum" }) });
    await birthday.getByText("14.02.1981 · 25.03.1972 · 29.02.2012").first().waitFor();
    await expectAccessible(page, "the columns of a file");
    await button(page, "Weiter zur Vorschau").click();

    await page.getByText("„Mitglieder 2026.csv“: 10 neu, 3 fehlerhaft").waitFor();
    await tab(page, "Fehlerhaft").click();
    const zipp = page.getByRole("article", { name: "Tony Zipp" });
    await zipp.getByText("Geburtsdatum:").waitFor();
    await page.getByRole("article", { name: "Rüdiger Bloch" }).getByText("IBAN:").waitFor();
    await expectAccessible(page, "faulty rows");

    await tab(page, "Gruppen").click();
    await page.getByRole("combobox", { name: "Was wird aus „Quidditch“?" }).click();
    await page.getByRole("option", { name: "Gruppe neu anlegen" }).click();
    await button(page, "Entscheidungen anwenden").click();
    await page.getByText("„Mitglieder 2026.csv“: 11 neu, 2 fehlerhaft").waitFor();
    await page.getByText("11 Mitglieder werden neu angelegt.").waitFor();
    // Nothing is written yet.
    expect(await countOfMembers(page, "1004", "Thea")).toBe(0);

    const address = page.url();
    await tab(page, "Neu").click();
    await page
      .getByRole("article", { name: "Brünhilde von der Heide" })
      .getByText("Platanenweg 24")
      .waitFor();
    await expectAccessible(page, "new rows");
    await button(page, "Übernehmen").click();
    await page.getByText("11 Mitglieder angelegt").waitFor({ timeout: 60_000 });
    await page.getByText("1 Gruppe angelegt").waitFor();
    await expectAccessible(page, "the result of an import");
    expect(await countOfMembers(page, "1004", "Thea")).toBe(1);

    // Another tab, another day: the address leads to the same import, and its undo.
    const later = await stories.open({ as: "buero" });
    await later.goto(address);
    await button(later, "Rückgängig machen").click();
    await button(later, "Import rückgängig machen").click();
    await later.getByText("Der Import ist rückgängig gemacht").waitFor({ timeout: 60_000 });
    await later.getByText("Alles steht wieder so da wie vor dem Import.").waitFor();
    expect(await countOfMembers(later, "1004", "Thea")).toBe(0);
  });

  test("comes again with changes: old and new side by side, the rest untouched; undo spares what was edited since", async () => {
    const page = await stories.open({ as: "buero" });
    const good = text(excel).split("\r\n").slice(0, 13).join("\r\n");
    await preview(page, "Liste.csv", Buffer.from(good, "latin1"));
    await page.getByText("10 Mitglieder werden neu angelegt.").waitFor();
    await button(page, "Übernehmen").click();
    await page.getByText("10 Mitglieder angelegt").waitFor({ timeout: 60_000 });

    const moved = good
      .replace("Ankerweg 102;07743;Jena", "Hafenstr. 7;18055;Rostock")
      .replace("murat.knoll@mail", "murat@mail");
    await preview(page, "Liste.csv", Buffer.from(moved, "latin1"));
    await page.getByText(/: 2 geändert, 8 gleich/).waitFor();
    const thea = page.getByRole("article", { name: "Thea Dreissigacker" });
    await thea.getByText("Ankerweg 102").waitFor();
    await thea.getByText("Hafenstr. 7").waitFor();
    await expectAccessible(page, "changed rows");
    await button(page, "Übernehmen").click();
    await page.getByText("2 Mitglieder geändert").waitFor({ timeout: 60_000 });
    const run = page.url();

    // Somebody edits one of them by hand.
    await page.goto("/users?q=1004");
    await page
      .getByRole("link", { name: /Dreissigacker/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Bearbeiten" }).click();
    await page.getByLabel("Straße", { exact: true }).fill("Kirchgasse 1");
    await button(page, "Änderungen speichern").click();
    await page.getByText("Kirchgasse 1").waitFor();

    await page.goto(run);
    await button(page, "Rückgängig machen").click();
    await button(page, "Import rückgängig machen").click();
    await page.getByText("Nicht zurückgenommen: 1 Eintrag").waitFor({ timeout: 60_000 });
    await page.getByText("Straße: durch den Import „Hafenstr. 7“, jetzt „Kirchgasse 1“").waitFor();
    await expectAccessible(page, "an undo that spared something");
    await page.goto("/users?q=1004");
    await page
      .getByRole("link", { name: /Dreissigacker/ })
      .first()
      .click();
    await page.getByText("Kirchgasse 1").waitFor();

    // The same file once more changes nothing that is already so.
    await preview(page, "Liste.csv", Buffer.from(good, "latin1"));
    await page.getByText(/: 1 geändert, 9 gleich/).waitFor();
  });

  test("faulty rows come back as a file, are mended and dropped in again", async () => {
    const page = await stories.open({ as: "buero" });
    await preview(page, "Fehler.csv", excel);
    await tab(page, "Fehlerhaft").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Fehlerhafte Zeilen herunterladen").click(),
    ]);
    expect(download.suggestedFilename()).toBe("Fehler - fehlerhafte Zeilen.csv");
    const faulty = text(await readFile(await download.path()));
    expect(faulty).toContain("Zipp");
    expect(faulty).not.toContain("Dreissigacker");
    const mended = faulty
      .replace("31.02.1975", "28.02.1975")
      .replace("DE73000000000000020060", "")
      .replace("Quidditch", "");
    await preview(page, "Fehler.csv", Buffer.from(mended, "latin1"));
    await page.getByText("3 Mitglieder werden neu angelegt.").waitFor();
    expect(await tab(page, "Fehlerhaft").count()).toBe(0);
  });

  test("may mean somebody who is already there: the office decides, on a phone too", async () => {
    const page = await stories.open({ as: "buero", viewport: "phone" });
    const twin = "Nachname;Vorname;Geburtsdatum;Ort\r\nKnoll;Muratt;17.06.1980;Fürth\r\n";
    await preview(page, "Zwilling.csv", Buffer.from(twin));
    await page.getByText("1 mehrdeutige Zeile bleibt draußen").waitFor();
    await expectAccessible(page, "an ambiguous row");
    await expectNoSidewaysScroll(page, 320, "an ambiguous row");
    await button(page, "Das ist diese Person").first().click();
    await page.getByText("Bei 1 Mitglied werden Angaben geändert.").waitFor();
  });

  test("a file that is none is refused with a sentence, and nothing happens", async () => {
    stories.expectProblem(/^4\d\d .*\/import-run/);
    const page = await stories.open({ as: "buero" });
    await drop(page, "Mitglieder.xls", Buffer.from("alt"));
    await page.getByText("als „Excel-Arbeitsmappe (XLSX)“").waitFor();
    await drop(page, "kaputt.xlsx", Buffer.from("kein Excel"));
    await page
      .getByText(/An Ihren Mitgliedern wurde nichts geändert/)
      .first()
      .waitFor();
  });
});

test("a source with an address: made, shown without its secret, fetched, and its failure told", async () => {
  const page = await stories.open({ as: "admin" });
  const name = `Verband ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/import/create");
  await page.getByLabel("Name (Pflichtangabe)", { exact: true }).fill(name);
  await page.getByLabel("Von einer Adresse im Netz").check();
  await page.getByLabel("Adresse (Pflichtangabe)").fill("https://mitglieder.invalid/liste.csv");
  await button(page, "Kopfzeile").click();
  await page.getByLabel("Wert der Kopfzeile 1").fill("Bearer streng-geheim");
  await page.locator("#field-schedule").click();
  await page.getByRole("option", { name: "Wöchentlich" }).click();
  await expectAccessible(page, "the form of an import source");
  await button(page, "Quelle anlegen").click();
  await heading(page).filter({ hasText: name }).waitFor();
  await page.getByText(/Wird montags um 06:00 Uhr abgeholt/).waitFor();
  await page.getByText("Authorization (verschlüsselt)").waitFor();
  expect(await page.content()).not.toContain("streng-geheim");
  await expectAccessible(page, "an import source");

  await button(page, `„${name}“ jetzt abholen`).click();
  await page.getByText("Die Datei konnte nicht gelesen werden").waitFor({ timeout: 60_000 });
  await page.goto("/import?tab=runs");
  await page.getByRole("row").filter({ hasText: name }).getByText("gescheitert").waitFor();
  await expectAccessible(page, "the runs of imports");

  await expectNoSidewaysScroll(page, 320, "the runs of imports");
  await page.goto("/import/create");
  await page.getByLabel("Von einer Adresse im Netz").check();
  await button(page, "Kopfzeile").click();
  await page.locator("#field-schedule").click();
  await page.getByRole("option", { name: "Eigener Plan (Cron)" }).click();
  await expectNoSidewaysScroll(page, 320, "the form of an import source");
});

test("columns put together by hand are exported, the file is kept, and its bytes are what was promised", async () => {
  const page = await stories.open({ as: "buero" });
  const name = `Meldung ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/mapping-config/create?isExport=true");
  await page.getByLabel("Name (Pflichtangabe)").fill(name);
  for (const field of ["Person->Nachname", "Person->Vorname", "Person->Geschlecht"]) {
    await page.getByPlaceholder("Feld als Spalte hinzufügen").click();
    await page.getByRole("option", { name: field, exact: true }).click();
  }
  await page.getByLabel("Name der Spalte 1").fill("Familienname");
  // By keyboard: the last column becomes the first.
  await button(page, /^Geschlecht verschieben/).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.getByText("Geschlecht steht jetzt an Stelle 1 von 3.").waitFor();
  await button(page, /^Geschlecht umwandeln/).click();
  await button(page, "Schritt hinzufügen").click();
  await page.getByRole("menuitem", { name: "Wertetabelle" }).click();
  await page.getByLabel("Wert 1 wird zu").fill("w");
  await page.getByLabel("Wert 2 wird zu").fill("m");
  await page.getByRole("row", { name: "weiblich w", exact: true }).first().waitFor();
  await expectAccessible(page, "transformations");
  await button(page, "Fertig").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectAccessible(page, "the editor of a mapping");
  await button(page, "Zuordnung anlegen").click();
  await page.getByRole("link", { name }).waitFor();

  await page.goto("/export/create");
  await page.getByLabel("Name (Pflichtangabe)", { exact: true }).fill(name);
  await page.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: "CSV-Tabelle" }).click();
  await page.locator("#field-mappingConfigId").click();
  await page.getByRole("option", { name }).click();
  await page.getByRole("columnheader", { name: "Familienname" }).waitFor();
  await page.locator("#field-schedule").click();
  await page.getByRole("option", { name: "Monatlich" }).click();
  await expectAccessible(page, "the form of an export target");
  await button(page, "Ziel anlegen").click();
  await heading(page).filter({ hasText: name }).waitFor();
  await page
    .getByText(/am 1\. jedes Monats um 06:00 Uhr, das nächste Mal am 01\.\d\d\.\d{4}/)
    .waitFor();
  await button(page, `„${name}“ jetzt ausgeben`).click();
  await button(page, "Datei herunterladen").waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "Datei herunterladen").click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split(/\r?\n/);
  expect(lines[0]?.replaceAll('"', "")).toBe("\uFEFFGeschlecht;Familienname;Vorname");
  expect(lines[1]).toMatch(/^"?[wm]"?;/);
  await expectAccessible(page, "an export target");

  const address = page.url();
  await expectNoSidewaysScroll(page, 320, "an export target");
  await page.goto(`${address}/edit`);
  await page.getByRole("columnheader", { name: "Familienname" }).waitFor();
  await expectNoSidewaysScroll(page, 320, "the form of an export target");
  await page.goto("/export?tab=mappings");
  await page.getByRole("link", { name }).click();
  await page.getByRole("columnheader", { name: "Familienname" }).waitFor();
  await expectNoSidewaysScroll(page, 320, "a mapping");
});

async function countOfMembers(page: Page, number: string, firstname: string): Promise<number> {
  const other = await page.context().newPage();
  await other.goto(`/users?q=${number}`);
  await loaded(other);
  const count = await other.getByRole("row").filter({ hasText: firstname }).count();
  await other.close();
  return count;
}
