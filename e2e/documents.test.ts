import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

const stories = storyBrowser();
const PDF = readFile(join(import.meta.dirname, "samples", "getraenke.pdf"));

interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

function textFile(name: string, content: string): GivenFile {
  return { name, mimeType: "text/plain", buffer: Buffer.from(content) };
}

/** Makes a share through its form; everybody may read it. */
async function newShare(page: Page, name: string): Promise<string> {
  await page.goto("/file-shares/create");
  await page.getByLabel("Name (Pflichtangabe)").fill(name);
  await page.getByRole("button", { name: "Ablage anlegen" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return new URL(page.url()).pathname;
}

async function upload(page: Page, files: GivenFile[]): Promise<void> {
  await page.getByLabel("Dateien hochladen").first().setInputFiles(files);
}

async function act(page: Page, entry: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Aktionen für ${entry}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("the office makes a share, fills folders, renames, moves and finds things again", async () => {
  const page = await stories.open({ as: "admin" });
  const share = await newShare(page, "Probe Satzung und Formulare");
  await page.getByText("Dieser Ordner ist leer.").waitFor();
  await page.getByRole("button", { name: "Neuer Ordner" }).click();
  await page.getByLabel("Name des Ordners").fill("Anträge & 100 % Größe?");
  await page.getByRole("button", { name: "Ordner anlegen" }).click();
  await page.getByRole("link", { name: "Anträge & 100 % Größe?" }).click();
  await page.getByRole("heading", { level: 1, name: "Anträge & 100 % Größe?" }).waitFor();

  await upload(page, [
    textFile("Aufnahmeantrag.txt", "Bitte ausfüllen"),
    textFile("Beitragsordnung.txt", "Stand 2026"),
  ]);
  await page.getByText("2 Dateien hochgeladen").waitFor();
  await row(page, "Aufnahmeantrag.txt").waitFor();

  await act(page, "Aufnahmeantrag.txt", "Umbenennen");
  await page.getByLabel("Neuer Name").fill("Aufnahme.txt.");
  await page.getByRole("button", { name: "Umbenennen" }).click();
  await page.getByText("Ein Name darf nicht mit einem Punkt oder Leerzeichen enden.").waitFor();
  await page.getByLabel("Neuer Name").fill("Aufnahme für Mitglieder.txt");
  await page.getByRole("button", { name: "Umbenennen" }).click();
  await row(page, "Aufnahme für Mitglieder.txt").waitFor();

  await act(page, "Aufnahme für Mitglieder.txt", "Verschieben");
  await page.getByRole("button", { name: "Eine Ebene höher" }).click();
  await page.getByRole("button", { name: "Hierher verschieben" }).click();
  await page.getByText("1 Eintrag verschoben.").waitFor();
  await row(page, "Aufnahme für Mitglieder.txt").waitFor({ state: "detached" });

  await page.goto(share);
  await row(page, "Aufnahme für Mitglieder.txt").waitFor();
  await page.getByPlaceholder("In dieser Ablage suchen").fill("beitrags");
  await row(page, "Beitragsordnung.txt").getByText("Anträge & 100 % Größe?").waitFor();
  await page.getByText("1 Treffer in der ganzen Ablage").waitFor();
  await expectAccessible(page, "a search in a share");
});

test("a large file goes up in chunks, and a name that is taken is a question", async () => {
  stories.expectProblem(/^409 /);
  const page = await stories.open({ as: "admin" });
  await newShare(page, "Probe Große Dateien");
  const chunks = new Set<string>();
  page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.get("phase") === "upload") chunks.add(searchParams.get("chunk") ?? "");
  });
  await upload(page, [
    {
      name: "Übertragung.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.alloc(12_000_000, 7),
    },
  ]);
  await page.getByText("1 Datei hochgeladen").waitFor();
  expect(chunks.size).toBeGreaterThan(1);
  expect([...chunks].toSorted()).toEqual([...chunks.keys()].map((_, index) => String(index)));
  await row(page, "Übertragung.bin").getByText("12 MB").waitFor();

  await upload(page, [textFile("a.txt", "eins"), textFile("b.txt", "eins")]);
  await row(page, "b.txt").waitFor();
  await upload(page, [textFile("a.txt", "zwei"), textFile("b.txt", "zwei")]);
  await page.getByText("Dieser Name ist schon vergeben").waitFor();
  await page.getByLabel("Für alle weiteren genauso").check();
  await page.getByRole("button", { name: "Beide behalten" }).click();
  await page.getByText("3 Dateien").or(page.getByText("5 Dateien")).first().waitFor();
  await page.getByRole("heading", { level: 1 }).locator("..").getByText("5 Dateien").waitFor();

  await upload(page, [textFile("a.txt", "drei")]);
  await page.getByRole("button", { name: "Ersetzen" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await act(page, "a.txt", "Ältere Fassungen");
  const versions = page.getByRole("dialog");
  await versions.getByText("Aktuell").waitFor();
  await versions.getByRole("button", { name: "Wiederherstellen" }).click();
  await page.getByText("gilt wieder").waitFor();
  await expectAccessible(page, "older versions");
});

test("deleted things can be taken back at once or from the trash; a selection comes as ZIP", async () => {
  const page = await stories.open({ as: "admin" });
  const share = await newShare(page, "Probe Vorstand");
  await upload(page, [
    textFile("Protokoll März.txt", "Anwesend: alle"),
    textFile("Kasse.txt", "Soll und Haben"),
  ]);
  await row(page, "Kasse.txt").waitFor();

  await row(page, "Protokoll März.txt").getByRole("checkbox").check({ force: true });
  await row(page, "Kasse.txt").getByRole("checkbox").check({ force: true });
  const bar = page.getByRole("toolbar", { name: "Aktionen für die Auswahl" });
  await bar.getByText("2 Einträge ausgewählt").waitFor();
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    bar.getByRole("button", { name: "Als ZIP herunterladen" }).click(),
  ]);
  expect(zip.suggestedFilename()).toBe("Probe Vorstand.zip");
  const packed = await readFile(await zip.path());
  expect(packed.subarray(0, 2).toString()).toBe("PK");
  expect(packed.includes(Buffer.from("Protokoll März.txt"))).toBe(true);

  await bar.getByRole("button", { name: "Löschen" }).click();
  await page.getByText("2 Einträge liegen im Papierkorb.").waitFor();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await row(page, "Protokoll März.txt").waitFor();

  await act(page, "Kasse.txt", "Löschen");
  await row(page, "Kasse.txt").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Mehr" }).click();
  await page.getByRole("menuitem", { name: "Papierkorb" }).click();
  await page.getByRole("heading", { level: 1, name: "Papierkorb" }).waitFor();
  await expectAccessible(page, "the trash of a share");
  await page.getByRole("button", { name: "Kasse.txt wiederherstellen" }).click();
  await page.getByText("„Kasse.txt“ ist wiederhergestellt.").waitFor();
  await page.goto(share);
  await row(page, "Kasse.txt").waitFor();
});

test("entries are dragged onto a folder and onto the way back up, the selection together, and come back", async () => {
  const page = await stories.open({ as: "admin" });
  await newShare(page, "Probe Ziehen");
  await upload(page, [
    textFile("Eins.txt", "1"),
    textFile("Zwei.txt", "2"),
    textFile("Drei.txt", "3"),
  ]);
  await row(page, "Drei.txt").waitFor();
  await page.getByRole("button", { name: "Neuer Ordner" }).click();
  await page.getByLabel("Name des Ordners").fill("Archiv");
  await page.getByRole("button", { name: "Ordner anlegen" }).click();
  await row(page, "Archiv").waitFor();

  await row(page, "Drei.txt").getByText("Drei.txt").dragTo(row(page, "Archiv"));
  await page.getByText("1 Eintrag verschoben.").waitFor();
  await row(page, "Drei.txt").waitFor({ state: "detached" });
  // A file is no place for another.
  await row(page, "Eins.txt").dragTo(row(page, "Zwei.txt"));
  await row(page, "Eins.txt").getByRole("checkbox").check({ force: true });
  await row(page, "Zwei.txt").getByRole("checkbox").check({ force: true });
  await row(page, "Zwei.txt").getByText("Zwei.txt").dragTo(row(page, "Archiv"));
  await page.getByText("2 Einträge verschoben.").waitFor();
  await row(page, "Eins.txt").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Rückgängig" }).last().click();
  await row(page, "Zwei.txt").waitFor();

  await row(page, "Archiv").getByRole("link", { name: "Archiv" }).click();
  await row(page, "Drei.txt").dragTo(
    page
      .getByRole("navigation", { name: "Brotkrumen" })
      .getByRole("link", { name: "Probe Ziehen" }),
  );
  await page.getByText("Dieser Ordner ist leer.").waitFor();
});

test("a member reads a PDF with an umlaut in its name in the viewer window and can change nothing", async () => {
  const office = await stories.open({ as: "admin" });
  const share = await newShare(office, "Probe Rechnungen");
  const name = "Rechnung Getränke März.pdf";
  await upload(office, [
    { name, mimeType: "application/pdf", buffer: await PDF },
    textFile("notiz.txt", "Grüße aus der Kasse"),
  ]);
  await row(office, name).waitFor();

  const page = await stories.open({ as: "mitglied" });
  await page.goto(share);
  await row(page, name).waitFor();
  expect(await page.getByRole("button", { name: "Hochladen" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Neuer Ordner" }).count()).toBe(0);
  await page.getByRole("button", { name: `Aktionen für ${name}` }).click();
  await page.getByRole("menuitem", { name: "Herunterladen" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Umbenennen" }).count()).toBe(0);
  expect(await page.getByRole("menuitem", { name: "Löschen" }).count()).toBe(0);
  await page.keyboard.press("Escape");

  const [viewer] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name }).click(),
  ]);
  await viewer.getByRole("heading", { level: 1, name }).waitFor();
  await viewer.getByRole("group", { name: "Seite 1" }).getByText("Getränke").first().waitFor();
  await viewer.getByRole("button", { name: "Suchen" }).click();
  await viewer.getByLabel("Im Dokument suchen").fill("GETRANKE");
  await viewer.getByText(/^1 von \d+$/).waitFor();
  await expectAccessible(viewer, "the PDF viewer");
  await expectNoSidewaysScroll(viewer, 390, "the PDF viewer");
  await viewer.close();

  const [text] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "notiz.txt" }).click(),
  ]);
  await text.getByText("Grüße aus der Kasse").waitFor();
  await expectAccessible(text, "the text viewer");
});

test("what is code is shown as text and never runs", async () => {
  const page = await stories.open({ as: "admin" });
  const share = await newShare(page, "Probe Fremde Seiten");
  const html =
    "<!doctype html><html><body><script>window.opener.wasRun = true; window.wasRun = true</script><h1>Angriff</h1></body></html>";
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><script>window.wasRun = true</script><rect width="50" height="50"/></svg>';
  await upload(page, [
    { name: "seite.html", mimeType: "text/html", buffer: Buffer.from(html) },
    { name: "bild.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) },
  ]);
  await row(page, "seite.html").waitFor();
  for (const name of ["seite.html", "bild.svg"]) {
    const [viewer] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name }).click(),
    ]);
    await viewer.getByRole("heading", { level: 1, name }).waitFor();
    await (
      name === "seite.html"
        ? viewer.getByText("<h1>Angriff</h1>")
        : viewer.getByRole("img", { name })
    ).waitFor();
    expect(await viewer.evaluate(() => "wasRun" in window)).toBe(false);
    await viewer.close();
  }
  expect(await page.evaluate(() => "wasRun" in window)).toBe(false);
  expect(new URL(page.url()).pathname).toBe(share);
});

test("on the phone rows have two lines, and a photo can be taken", async () => {
  const office = await stories.open({ as: "admin" });
  const share = await newShare(office, "Probe Für unterwegs");
  await upload(office, [
    textFile("Hallenplan.txt", "Halle 1"),
    textFile(
      "Ein ziemlich langer Name einer Datei, wie ihn Vereine lieben, Fassung vom Mai.txt",
      "x",
    ),
  ]);
  await row(office, "Hallenplan.txt").waitFor();

  const page = await stories.open({ as: "admin", viewport: "phone" });
  await page.goto(share);
  await page.getByRole("listitem").filter({ hasText: "Hallenplan.txt" }).waitFor();
  await page.getByRole("button", { name: "Hochladen" }).first().click();
  await page.getByRole("menuitem", { name: "Foto aufnehmen" }).waitFor();
  expect(await page.getByLabel("Foto hochladen").first().getAttribute("capture")).toBe(
    "environment",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Auswählen" }).click();
  await page.getByLabel("Hallenplan.txt auswählen").check();
  await page.getByText("1 Eintrag ausgewählt").waitFor();
  await expectAccessible(page, "a folder on the phone");
  await expectNoSidewaysScroll(page, 320, "a folder on the phone");
});

test("the overview shows the newest files and leads to their folder", async () => {
  const page = await stories.open({ as: "admin" });
  const share = await newShare(page, "Probe Neues");
  await page.getByRole("button", { name: "Neuer Ordner" }).click();
  await page.getByLabel("Name des Ordners").fill("Unterlagen");
  await page.getByRole("button", { name: "Ordner anlegen" }).click();
  await page.getByRole("link", { name: "Unterlagen" }).click();
  await upload(page, [textFile("Ganz neu.txt", "neu")]);
  await row(page, "Ganz neu.txt").waitFor();
  await page.goto("/");
  await loaded(page);
  await page.getByRole("link", { name: /Ganz neu\.txt/ }).click();
  await page.getByRole("heading", { level: 1, name: "Unterlagen" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${share}/Unterlagen`);
});
