import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
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

const MIB = 1024 * 1024;

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

test("what is uploaded into a folder is found by its words and among the newest files", async () => {
  const page = await stories.open({ as: "admin" });
  const share = await newShare(page, "Probe Satzung und Formulare");
  await page.getByRole("button", { name: "Neuer Ordner" }).click();
  await page.getByLabel("Name des Ordners").fill("Anträge & 100 % Größe?");
  await page.getByRole("button", { name: "Ordner anlegen" }).click();
  await page.getByRole("link", { name: "Anträge & 100 % Größe?" }).click();
  await page.getByRole("heading", { level: 1, name: "Anträge & 100 % Größe?" }).waitFor();
  await upload(page, [textFile("Beitragsordnung.txt", "Stand 2026")]);
  await row(page, "Beitragsordnung.txt").waitFor();

  await page.goto(share);
  await page.getByPlaceholder("In dieser Ablage suchen").fill("beitrags");
  await row(page, "Beitragsordnung.txt").getByText("Anträge & 100 % Größe?").waitFor();
  await page.goto("/");
  await loaded(page);
  await page.getByRole("link", { name: /Beitragsordnung\.txt/ }).click();
  await page.getByRole("heading", { level: 1, name: "Anträge & 100 % Größe?" }).waitFor();
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
  const numbers = [...chunks].map(Number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: Math.ceil(12_000_000 / MIB) }, (_, index) => index));
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
});

test("an upload that the closed page broke off at half goes on at half", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vereinsheim-upload-"));
  const file = join(folder, "Vereinsfest.bin");
  const bytes = Buffer.alloc(7 * MIB, "Vereinsfest ");
  await writeFile(file, bytes);
  try {
    const page = await stories.open({ as: "admin" });
    const share = await newShare(page, "Probe Schlechte Leitung");
    // The line takes three chunks and breaks.
    let taken = 0;
    let arrived = 0;
    await page.route(/phase=upload/, async (route) => {
      taken += 1;
      await (taken <= 3 ? route.continue() : route.abort());
    });
    const third = page.waitForResponse((response) => {
      if (!response.url().includes("phase=upload")) return false;
      arrived += 1;
      return arrived === 3;
    });
    await page.getByLabel("Dateien hochladen").first().setInputFiles(file);
    await third;
    const context = page.context();
    await page.close({ runBeforeUnload: false });

    const later = await context.newPage();
    const sent: string[] = [];
    later.on("request", (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.get("phase") === "upload") sent.push(searchParams.get("chunk") ?? "");
    });
    await later.goto(share);
    // What was on its way when the page closed may have arrived as well.
    const stand = later.getByText(/Unterbrochen bei [3-6],\d MB von 7,3 MB/);
    const shown = /bei (\S+) MB/.exec((await stand.textContent()) ?? "")?.[1] ?? "";
    const held = Math.round((Number(shown.replace(",", ".")) * 1e6) / MIB);
    await later.getByLabel("Vereinsfest.bin erneut auswählen").setInputFiles(file);
    await row(later, "Vereinsfest.bin").waitFor();
    expect(held).toBeGreaterThanOrEqual(3);
    expect(new Set(sent).size).toBe(7 - held);
    const [saved] = await Promise.all([
      later.waitForEvent("download"),
      act(later, "Vereinsfest.bin", "Herunterladen"),
    ]);
    expect((await readFile(await saved.path())).equals(bytes)).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a selection comes as one ZIP, is deleted and comes back from the trash", async () => {
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
  await page.goto(share.replace("/file-shares/", "/file-share/") + "/trash");
  await page.getByRole("button", { name: "Kasse.txt wiederherstellen" }).click();
  await page.getByText("„Kasse.txt“ ist wiederhergestellt.").waitFor();
  await page.goto(share);
  await row(page, "Kasse.txt").waitFor();
});

test("a member reads a PDF with an umlaut in its name in the viewer window and can change nothing", async () => {
  const office = await stories.open({ as: "admin" });
  const share = await newShare(office, "Probe Rechnungen");
  const name = "Rechnung Getränke März.pdf";
  await upload(office, [{ name, mimeType: "application/pdf", buffer: await PDF }]);
  await row(office, name).waitFor();

  const page = await stories.open({ as: "mitglied" });
  await page.goto(share);
  await row(page, name).waitFor();
  expect(await page.getByRole("button", { name: "Hochladen" }).count()).toBe(0);

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
});
