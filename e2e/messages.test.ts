import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import {
  EXCEL_PARTS,
  EXCEL_TYPE,
  officeBytes,
  xlsx,
} from "#platform/server/testing/office-files.ts";
import { loaded, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();
const PDF = join(import.meta.dirname, "samples", "getraenke.pdf");

/** Chooses by typing and clicking, as a person does. */
async function address(page: Page, text: string, option: RegExp): Promise<void> {
  await page.getByRole("combobox", { name: /^An/ }).fill(text);
  await page.getByRole("option", { name: option }).first().click();
  await page.keyboard.press("Escape");
}

async function write(page: Page, subject: string, text: string): Promise<void> {
  await page.getByLabel("Betreff (Pflichtangabe)").fill(subject);
  await page.getByRole("textbox", { name: "Nachricht" }).click();
  await page.keyboard.type(text);
}

/** A table that calls itself one without macros, and has some. */
const withMacros = () => officeBytes({ ...EXCEL_PARTS, "xl/vbaProject.bin": "x" });

const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const draftSaved = (page: Page) => page.getByText(/^Entwurf gespeichert, \d\d:\d\d Uhr$/).waitFor();

/**
 * The office writes to Lena Öztürk, who is the demo's plain member, and sees the message among the
 * sent ones.
 */
async function sendToMember(page: Page, subject: string, text: string): Promise<void> {
  await page.goto("/messaging/compose");
  await address(page, "Öztürk", /Öztürk/);
  await write(page, subject, text);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Die Nachricht geht an 1 Person.").waitFor();
}

test("the office writes to a group with an attachment; the member reads it on the phone, and answers", async () => {
  const member = await stories.open({ as: "mitglied", viewport: "phone" });
  await member.goto("/messaging");
  await loaded(member);

  const office = await stories.open({ as: "buero" });
  await office.goto("/groups");
  await office.getByRole("link", { name: "C-Jugend" }).first().click();
  await office.getByRole("link", { name: "An die Gruppe schreiben" }).click();
  await office.getByText(/^Geht an \d+ Personen: /).waitFor();
  await address(office, "Öztürk", /Öztürk/);
  await office.getByText(/7 ohne E-Mail-Adresse/).waitFor();
  await office.getByRole("button", { name: "Wer im Einzelnen" }).click();
  const [letters] = await Promise.all([
    office.waitForEvent("download"),
    office.getByRole("button", { name: "Briefliste herunterladen" }).click(),
  ]);
  expect((await readFile(await letters.path())).subarray(0, 5).toString()).toBe("%PDF-");

  await write(office, "Trainingslager in den Ferien", "Liebe Mannschaft,");
  await office.keyboard.press("Enter");
  await office.getByRole("button", { name: "Fett" }).click();
  await office.keyboard.type("bitte meldet euch an");
  await office.getByLabel("Dateien anhängen").setInputFiles({
    name: "Ausschreibung.pdf",
    mimeType: "application/pdf",
    buffer: await readFile(PDF),
  });
  await office.getByRole("button", { name: "Ausschreibung.pdf entfernen" }).waitFor();
  stories.expectProblem(/^415 .*Kasse\.xlsx/);
  await office.getByLabel("Dateien anhängen").setInputFiles([
    { name: "Packliste.xlsx", mimeType: EXCEL_TYPE, buffer: xlsx() },
    { name: "Kasse.xlsx", mimeType: EXCEL_TYPE, buffer: withMacros() },
  ]);
  await office.getByRole("button", { name: "Packliste.xlsx entfernen" }).waitFor();
  await office.getByText("„Kasse.xlsx“ enthält Makros und kann nicht angehängt werden.").waitFor();
  await office.getByRole("button", { name: "Kasse.xlsx entfernen" }).click();
  await draftSaved(office);
  await office.getByRole("button", { name: "Senden" }).click();
  await office.getByText(/^Die Nachricht geht an \d+ Personen\.$/).waitFor();
  await office.getByText("noch von niemandem hier gelesen").waitFor();

  // The list on the phone shows it without being touched.
  await row(member, "Trainingslager in den Ferien").getByText("Ungelesen:").waitFor();
  await row(member, "Trainingslager in den Ferien").getByRole("link").click();
  await member.getByRole("heading", { level: 1, name: "Trainingslager in den Ferien" }).waitFor();
  await member.locator("article strong", { hasText: "bitte meldet euch an" }).waitFor();
  await office.reload();
  await office.getByText("von 1 hier gelesen").waitFor();
  const [file] = await Promise.all([
    member.waitForEvent("download"),
    member.getByRole("button", { name: "Ausschreibung.pdf herunterladen" }).click(),
  ]);
  expect(await readFile(await file.path())).toEqual(await readFile(PDF));
  const [list] = await Promise.all([
    member.waitForEvent("download"),
    member.getByRole("button", { name: "Packliste.xlsx herunterladen" }).click(),
  ]);
  expect(list.suggestedFilename()).toBe("Packliste.xlsx");
  expect(await readFile(await list.path())).toEqual(xlsx());
  await member.getByRole("button", { name: "Ausschreibung.pdf ansehen" }).click();
  await member.getByRole("img", { name: "Seite 1 von 1" }).waitFor();
  await member.keyboard.press("Escape");

  await member.getByRole("link", { name: "Antworten" }).click();
  await member.getByRole("textbox", { name: "Nachricht" }).getByText("Liebe Mannschaft,").waitFor();
  expect(await member.getByLabel("Betreff (Pflichtangabe)").inputValue()).toBe(
    "AW: Trainingslager in den Ferien",
  );
  await member.getByText("Geht an 1 Person, auch per E-Mail.").waitFor();
  await member.getByRole("textbox", { name: "Nachricht" }).press("Control+Home");
  await member.keyboard.type("Ich bin dabei");
  await member.getByRole("button", { name: "Senden" }).click();
  await member.getByText("Die Nachricht geht an 1 Person.").waitFor();

  await office.goto("/messaging");
  await row(office, "AW: Trainingslager in den Ferien").getByRole("link").click();
  await office.getByText("Ich bin dabei").last().waitFor();
});

test("a message sent too early is taken back, mended and sent once", async () => {
  const office = await stories.open({ as: "buero" });
  await sendToMember(office, "Training am Dinstag", "Bitte pünktlich.");
  await office.getByText("Geht in wenigen Sekunden an 1 Person").waitFor();
  await office.getByRole("button", { name: "Rückgängig" }).click();
  await office.waitForURL(/\/messaging\/compose\?draft=/);
  await office.getByText("Bitte pünktlich.").waitFor();
  const subject = office.getByLabel("Betreff (Pflichtangabe)");
  await subject.fill("Training am Dienstag");
  await office.keyboard.press("Control+Enter");
  await office.waitForURL(/\?box=sent$/);

  const member = await stories.open({ as: "mitglied" });
  await member.goto("/messaging");
  await row(member, "Training am Dienstag").waitFor();
  expect(await row(member, "Training am Dinstag").count()).toBe(0);
  expect(await row(member, "Training am Dienstag").count()).toBe(1);
  await office.getByText("noch von niemandem hier gelesen").waitFor();
});

test("a draft survives the closed tab with its attachment, and is thrown away", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/messaging/compose");
  await write(page, "Protokoll der Sitzung", "Anwesend waren");
  // What is still on its way when the tab closes does not arrive.
  const attached = page.waitForResponse((answer) => answer.url().includes("/attachment?"));
  await page.getByLabel("Dateien anhängen").setInputFiles(PDF);
  expect((await attached).status()).toBe(201);
  await draftSaved(page);
  const url = page.url();
  expect(url).toMatch(/\?draft=[\w-]+$/);
  const again = await page.context().newPage();
  await page.close();

  await again.goto("/messaging?box=drafts");
  await again.getByRole("link", { name: /Protokoll der Sitzung/ }).click();
  await again.getByRole("textbox", { name: "Nachricht" }).getByText("Anwesend waren").waitFor();
  await again.getByText("getraenke.pdf").waitFor();
  expect(again.url()).toBe(url);
  await again.getByRole("button", { name: "getraenke.pdf entfernen" }).click();
  await again.getByRole("button", { name: "Verwerfen" }).click();
  await again.getByRole("dialog").getByRole("button", { name: "Nachricht verwerfen" }).click();
  await again.waitForURL("**/messaging");
});

test("a message prints as a letter: what was written, without the page around it", async () => {
  const page = await stories.open({ as: "buero" });
  await sendToMember(page, "Aushang für das Brett", "Am Samstag bleibt die Halle geschlossen.");
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Drucken" }).click();
  await page.locator("body[data-printed]").waitFor({ state: "attached" });
  const { text, totalPages } = await extractText(new Uint8Array(await page.pdf({ format: "A4" })), {
    mergePages: true,
  });
  expect(totalPages).toBe(1);
  for (const written of [
    "Aushang für das Brett",
    "Am Samstag bleibt die Halle geschlossen.",
    "Öztürk",
  ])
    expect(text).toContain(written);
  for (const around of ["Übersicht", "Weiterleiten", "Neue Nachricht", "Posteingang"])
    expect(text).not.toContain(around);
});

test("the overview names unread messages, the number beside the bell follows", async () => {
  const office = await stories.open({ as: "buero" });
  const member = await stories.open({ as: "mitglied" });
  await member.goto("/");
  await loaded(member);
  await sendToMember(office, "Hallenschließung am Freitag", "Die Halle bleibt zu.");
  const section = member.locator("section", {
    has: member.getByRole("heading", { name: "Ungelesene Nachrichten" }),
  });
  const card = section.getByRole("link", { name: /Hallenschließung am Freitag/ });
  await card.waitFor();
  await member
    .getByRole("banner")
    .getByRole("link", { name: /^Nachrichten ?, \d+ ungelesen$/ })
    .waitFor();
  expect(await section.getByRole("listitem").count()).toBeLessThanOrEqual(3);
  await card.click();
  await member.getByRole("heading", { level: 2, name: "Hallenschließung am Freitag" }).waitFor();
  await member
    .getByRole("navigation", { name: "Hauptmenü" })
    .getByRole("link", { name: "Übersicht" })
    .click();
  await section.waitFor();
  await card.waitFor({ state: "detached" });
  await section.getByRole("button", { name: "Ungelesene Nachrichten neu laden" }).click();
  await section.getByRole("link", { name: "Ungelesene Nachrichten" }).click();
  await member.waitForURL("**/messaging");
});
