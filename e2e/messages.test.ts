import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

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
  await page.getByText("Die Nachricht ist an 1 Person gesendet.").waitFor();
}

test("the office writes to a group with an attachment; the member reads it on the phone, answers, and the office forwards it", async () => {
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
  await office
    .getByText("PDF, JPEG, PNG und HEIC, je Datei bis 20 MB, zusammen bis 50 MB.")
    .waitFor();
  await office.getByLabel("Dateien anhängen").setInputFiles([
    { name: "Teilnehmer.xlsx", mimeType: "application/vnd.ms-excel", buffer: Buffer.from("PK") },
    { name: "Ausschreibung.pdf", mimeType: "application/pdf", buffer: await readFile(PDF) },
  ]);
  await office.getByText("29,3 KB").waitFor();
  await office.getByText("Diese Art von Datei lässt sich nicht anhängen.").waitFor();
  await draftSaved(office);
  await expectAccessible(office, "the form of a message");
  await office.getByRole("button", { name: "Senden" }).click();
  await office.getByText("Ein Anhang ist nicht angekommen.").waitFor();
  await office.getByRole("button", { name: "Teilnehmer.xlsx entfernen" }).click();
  await office.getByRole("button", { name: "Senden" }).click();
  await office.getByText(/^Die Nachricht ist an \d+ Personen gesendet\.$/).waitFor();
  await office.getByText("noch von niemandem hier gelesen").waitFor();

  // The list on the phone shows it without being touched.
  await row(member, "Trainingslager in den Ferien").getByText("Ungelesen:").waitFor();
  await expectAccessible(member, "the inbox on a phone");
  await row(member, "Trainingslager in den Ferien").getByRole("link").click();
  await member.getByRole("heading", { level: 1, name: "Trainingslager in den Ferien" }).waitFor();
  await member.locator("article strong", { hasText: "bitte meldet euch an" }).waitFor();
  await expectAccessible(member, "a message on a phone");
  await expectNoSidewaysScroll(member, 320, "a message on a phone");
  await office.reload();
  await office.getByText("von 1 hier gelesen").waitFor();
  const [file] = await Promise.all([
    member.waitForEvent("download"),
    member.getByRole("button", { name: "Ausschreibung.pdf herunterladen" }).click(),
  ]);
  expect(await readFile(await file.path())).toEqual(await readFile(PDF));
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
  await expectNoSidewaysScroll(member, 320, "an answer on a phone");
  await member.getByRole("button", { name: "Senden" }).click();
  await member.getByText("Die Nachricht ist an 1 Person gesendet.").waitFor();

  await office.goto("/messaging");
  await row(office, "AW: Trainingslager in den Ferien").getByRole("link").click();
  await office.getByText("Ich bin dabei").last().waitFor();
  await office.goto("/messaging?box=sent");
  await row(office, "Trainingslager in den Ferien").first().getByRole("link").click();
  await office.getByRole("link", { name: "Weiterleiten" }).click();
  await office.getByText("Ausschreibung.pdf").waitFor();
  expect(await office.getByLabel("Betreff (Pflichtangabe)").inputValue()).toBe(
    "WG: Trainingslager in den Ferien",
  );
  await address(office, "Trainer", /./);
  await office.getByRole("button", { name: "Senden" }).click();
  await office.getByRole("button", { name: "Ausschreibung.pdf ansehen" }).waitFor();
});

test("a draft survives the closed tab with its attachment, and an emptied one leaves nothing behind", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/messaging/compose");
  await write(page, "Protokoll der Sitzung", "Anwesend waren");
  await page.getByLabel("Dateien anhängen").setInputFiles(PDF);
  await page.getByText("29,3 KB").waitFor();
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
  await again.goto("/messaging/compose");
  await again.getByLabel("Betreff (Pflichtangabe)").fill("Vertippt");
  await draftSaved(again);
  await again.getByLabel("Betreff (Pflichtangabe)").fill("");
  await again.getByRole("link", { name: "Nachrichten" }).first().click();
  await again.goto("/messaging?box=drafts");
  await again.getByText("Es gibt keine Entwürfe.").waitFor();
});

test("a draft written in two windows: neither is lost in silence, the writer chooses", async () => {
  stories.expectProblem(/^412 /);
  const first = await stories.open({ as: "buero" });
  const saved = (page: Page) =>
    page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  const subjectOf = (page: Page) => page.getByLabel("Betreff (Pflichtangabe)");
  const question = (page: Page) =>
    page.getByRole("alert").filter({ hasText: "in einem anderen Fenster geändert" });
  await first.goto("/messaging/compose");
  await write(first, "Einladung", "Liebe Mitglieder");
  await draftSaved(first);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.getByRole("textbox", { name: "Nachricht" }).getByText("Liebe Mitglieder").waitFor();

  await Promise.all([saved(first), subjectOf(first).fill("Einladung zur Versammlung")]);
  await subjectOf(second).fill("Einladung zum Sommerfest");
  await question(second).waitFor();
  await expectAccessible(second, "a draft written in two windows");
  await question(second).getByRole("button", { name: "Der andere Stand" }).click();
  await question(second).waitFor({ state: "detached" });
  expect(await subjectOf(second).inputValue()).toBe("Einladung zur Versammlung");

  await Promise.all([
    saved(second),
    subjectOf(second).fill("Einladung zur Versammlung am 3. März"),
  ]);
  await subjectOf(first).fill("Einladung zur Hauptversammlung");
  await Promise.all([
    saved(first),
    question(first).getByRole("button", { name: "Was hier steht" }).click(),
  ]);
  await second.reload();
  await second.getByRole("textbox", { name: "Nachricht" }).getByText("Liebe Mitglieder").waitFor();
  expect(await subjectOf(second).inputValue()).toBe("Einladung zur Hauptversammlung");
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

test("messages are found, marked and deleted from the list, by hovering, swiping and keys, and come back", async () => {
  const office = await stories.open({ as: "buero" });
  await sendToMember(
    office,
    "Schlüssel der Umkleidekabinen",
    "Die Schlüssel liegen ab Montag in der Geschäftsstelle.",
  );
  await sendToMember(office, "Fundsachen", "Eine Trinkflasche und zwei Mützen.");

  const member = await stories.open({ as: "mitglied" });
  await member.goto("/messaging");
  await member.getByPlaceholder("Nachrichten durchsuchen").fill("umkleidekabine");
  await row(member, "Fundsachen").waitFor({ state: "detached" });
  const found = row(member, "Schlüssel der Umkleidekabinen");
  await found.hover();
  await found.getByRole("button", { name: /^Als gelesen markieren/ }).click();
  await found.getByText("Ungelesen:").waitFor({ state: "detached" });
  await found.getByRole("link").focus();
  await member.keyboard.press("u");
  await found.getByText("Ungelesen:").waitFor();
  await member.keyboard.press("Delete");
  await member.getByText("Zu diesen Worten gibt es hier keine Nachricht.").waitFor();
  await member.getByRole("button", { name: "Rückgängig" }).click();
  await found.waitFor();
  await found.getByRole("link").click();
  await member.getByRole("heading", { level: 2, name: "Schlüssel der Umkleidekabinen" }).waitFor();
  await expectAccessible(member, "a message beside the list");
  await member.getByRole("button", { name: "Als ungelesen markieren" }).first().click();
  await found.getByText("Ungelesen:").waitFor();

  const phone = await stories.open({ as: "mitglied", viewport: "phone" });
  await phone.goto("/messaging");
  await row(phone, "Fundsachen").waitFor();
  await swipe(phone, "Fundsachen", 160);
  await row(phone, "Fundsachen").getByText("Ungelesen:").waitFor({ state: "detached" });
  await swipe(phone, "Fundsachen", -160);
  await row(phone, "Fundsachen").waitFor({ state: "detached" });
  await phone.getByRole("button", { name: "Rückgängig" }).click();
  await row(phone, "Fundsachen").waitFor();
});

/** A finger that moves sideways over a row of the list. */
async function swipe(page: Page, text: string, by: number): Promise<void> {
  const box = await row(page, text).boundingBox();
  if (!box) throw new Error(`${text} is not on screen`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await touch("touchStart", x);
  for (let step = 1; step <= 8; step += 1) await touch("touchMove", x + (by * step) / 8);
  await touch("touchEnd");
  await session.detach();
}

test("a leader writes to their own group and to nobody else; a member without messages learns who may write", async () => {
  const trainer = await stories.open({ as: "trainer", viewport: "phone" });
  await trainer.goto("/messaging/compose");
  await trainer.getByRole("combobox", { name: /^An/ }).click();
  await trainer.getByRole("option", { name: /C-Jugend/ }).waitFor();
  expect(await trainer.getByRole("option", { name: /Alle Mitglieder/ }).count()).toBe(0);
  await trainer.getByRole("option", { name: /C-Jugend/ }).click();
  await trainer.keyboard.press("Escape");
  await write(trainer, "Samstag 9:30 Uhr Treffpunkt", "Am Bus");
  await expectAccessible(trainer, "the form on a phone");
  await trainer.getByRole("button", { name: "Senden" }).click();
  await trainer.getByText(/^Die Nachricht ist an \d+ Personen gesendet\.$/).waitFor();
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
  await expectAccessible(member, "the overview with unread messages");
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
