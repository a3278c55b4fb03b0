import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, storyBrowser } from "./support/browser.ts";
import { guestLink } from "./support/guest-link.ts";
import { storyServer } from "./support/story-server.ts";

const stories = storyBrowser();
const mailedLink = (address: string) => guestLink(storyServer().dataDir, address);

/**
 * An event of the office with an invitation for Lena Öztürk, who is the demo's plain member, and
 * for guests.
 */
async function invite(
  page: Page,
  title: string,
  { places = "", guests = "" } = {},
): Promise<string> {
  await page.goto("/calendars/events/create?start=2031-06-14T14:00&end=2031-06-14T18:00");
  await page.getByLabel("Titel (Pflichtangabe)").fill(title);
  await page.getByLabel("Ort", { exact: true }).fill("Vereinsheim, Am Sportplatz 1");
  if (places !== "") await page.getByLabel("Höchstzahl").fill(places);
  await page.getByLabel("Eingeladene können Begleitpersonen anmelden").check();
  await page.getByRole("button", { name: "Termin anlegen" }).click();
  await page.getByText("Zu diesem Termin ist noch niemand eingeladen.").waitFor();
  await page.getByRole("button", { name: "Einladen" }).click();
  const panel = page.getByRole("dialog", { name: "Einladen" });
  await panel.getByRole("combobox", { name: "Mitglieder" }).fill("mitglied@demo");
  await page.getByRole("option", { name: /^Özt/ }).click();
  await page.keyboard.press("Escape");
  await panel.getByLabel("Gäste").fill(guests);
  await panel.getByRole("button", { name: "Einladen" }).click();
  await panel.waitFor({ state: "hidden" });
  await page
    .getByText(/Person(en)? (ist|sind) eingeladen\. \d E-Mails? geh(t|en) hinaus\./)
    .waitFor();
  return new URL(page.url()).pathname;
}

test("the organiser invites; the member answers, which the organiser sees at once, and is asked anew when the event moves", async () => {
  const office = await stories.open({ as: "buero" });
  const address = await invite(office, "Helferkreis Sommerfest");
  await office.getByRole("button", { name: "1 Offen" }).waitFor();

  const member = await stories.open({ as: "mitglied", viewport: "phone" });
  await member.goto("/calendars/invitations");
  await member.getByRole("button", { name: /Helferkreis Sommerfest/ }).click();
  await member.getByLabel("Begleitpersonen").fill("1");
  await member.getByLabel("Kommentar").fill("Wir bringen Salat mit");
  await member.getByRole("button", { name: "Zusagen" }).click();
  await office.getByRole("button", { name: "1 Zugesagt" }).waitFor();
  await office.getByText("2 Personen kommen, Begleitpersonen mitgezählt.").waitFor();
  await office.getByText("Wir bringen Salat mit").waitFor();

  // The event moves and everybody is asked anew.
  await office.getByRole("link", { name: "Bearbeiten" }).click();
  await office.getByRole("combobox", { name: "Beginn um" }).fill("16:00");
  await office.getByRole("combobox", { name: "Beginn um" }).press("Tab");
  await office
    .getByText("Die Eingeladenen erfahren per E-Mail, was sich an Zeit oder Ort geändert hat.")
    .waitFor();
  await office.getByLabel("Antworten zurücksetzen: Alle werden neu gefragt").check();
  await office.getByRole("button", { name: "Termin speichern" }).click();
  await office.getByRole("button", { name: "1 Offen" }).waitFor();
  await member.goto(address);
  await member.getByText("Samstag, 14.06.2031, 16:00 bis 20:00 Uhr").waitFor();
  await member.getByText("Sie haben noch nicht geantwortet.").waitFor();
  await member.getByRole("button", { name: "Zusagen" }).click();
  await office.getByRole("button", { name: "1 Zugesagt" }).waitFor();

  // Those who come are written to, and nobody has to pick them out.
  await office.getByRole("button", { name: "Nachricht" }).click();
  await office.getByRole("menuitem", { name: "Wer zugesagt hat (1)" }).click();
  await office.getByText("Zugesagt: Helferkreis Sommerfest, 14.06.2031").waitFor();
  await office.getByText(/^Geht an 1 Person/).waitFor();
  await office.getByLabel("Betreff (Pflichtangabe)").fill("Bitte Schürzen mitbringen");
  await office.keyboard.press("Control+Enter");
  await office.getByText("Die Nachricht geht an 1 Person.").waitFor();
  await member.goto("/messaging");
  await member.getByRole("link", { name: /Bitte Schürzen mitbringen/ }).waitFor();
});

test("a guest opens the link of the mail on a phone, reads, accepts with companions and declines; the next one waits and moves up", async () => {
  const office = await stories.open({ as: "buero" });
  const address = await invite(office, "Weinprobe im Gewölbekeller", {
    places: "2",
    guests: "Gerda Gast, gerda@example.org\nWalter Warter <walter@example.org>",
  });
  const [toGerda, toWalter] = [
    await mailedLink("gerda@example.org"),
    await mailedLink("walter@example.org"),
  ];

  const gerda = await stories.open({ viewport: "phone" });
  await gerda.goto(toGerda);
  expect(await gerda.title()).toMatch(/^Einladung beantworten - .+ - Intranet$/);
  await gerda.getByRole("heading", { level: 1, name: "Weinprobe im Gewölbekeller" }).waitFor();
  await gerda.getByText("Einladung für Gerda Gast").waitFor();
  await gerda.getByText("Samstag, 14. Juni 2031, 14:00 bis 18:00 Uhr").waitFor();
  await gerda.getByText("Sie haben noch nicht geantwortet.").waitFor();
  await gerda.getByText("Noch 2 freie Plätze.").waitFor();
  await gerda.getByLabel("Begleitpersonen").fill("1");
  await gerda.getByLabel("Kommentar").fill("Ich komme mit meinem Mann");
  await gerda.getByRole("button", { name: "Zusagen" }).click();
  await gerda.getByText("Sie haben mit 1 Begleitperson zugesagt.").waitFor();
  expect(await gerda.getByLabel("Begleitpersonen").inputValue()).toBe("1");
  const [file] = await Promise.all([
    gerda.waitForEvent("download"),
    gerda.getByRole("link", { name: "In den Kalender" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain("SUMMARY:Weinprobe im Gewölbekeller");

  const walter = await stories.open({ viewport: "phone", scheme: "dark" });
  await walter.goto(toWalter);
  await walter
    .getByText("Alle Plätze sind vergeben; wer zusagt, kommt auf die Warteliste.")
    .waitFor();
  await walter.getByRole("button", { name: "Zusagen" }).click();
  await walter.getByText("Sie stehen auf der Warteliste, auf Platz 1.").waitFor();

  await gerda.getByRole("button", { name: "Absagen" }).click();
  await gerda.getByText("Sie haben abgesagt.").waitFor();
  await walter.reload();
  await walter.getByText("Sie haben zugesagt.").waitFor();

  await office.goto(address);
  await office.getByText("1 von 2 Plätzen vergeben").waitFor();
  await office.getByRole("button", { name: "Mehr" }).click();
  await office.getByRole("menuitem", { name: "Termin absagen" }).click();
  const question = office.getByRole("dialog");
  await question.getByText(/^\d Person(en)? (ist|sind) eingeladen und erf/).waitFor();
  await question.getByLabel("Grund").fill("Das Gewölbe steht unter Wasser");
  await question.getByRole("button", { name: "Termin absagen" }).click();
  await office.getByText("Das Gewölbe steht unter Wasser").waitFor();
  await office.getByText("Dieser Termin ist abgesagt.").waitFor();
  await walter.reload();
  await walter.getByText("Dieser Termin ist abgesagt.").waitFor();
  expect(await walter.getByRole("button", { name: "Zusagen" }).count()).toBe(0);
});

test("the guest's page is accessible light and dark, fits on the narrowest phone and needs no script", async () => {
  const office = await stories.open({ as: "buero" });
  const long = "Jahresabschlussfeier der Donaudampfschifffahrtsfreunde";
  await invite(office, long, { places: "20", guests: "Nora Gast, nora@example.org" });
  const link = await mailedLink("nora@example.org");
  for (const scheme of ["light", "dark"] as const) {
    const page = await stories.open({ scheme });
    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: long }).waitFor();
    await expectAccessible(page, `the guest's page, ${scheme}`);
    await expectNoSidewaysScroll(page, 390, "the guest's page");
    await expectNoSidewaysScroll(page, 320, "the guest's page");
  }
  stories.expectProblem(/^404 .*unbekannt/);
  const nobodys = await stories.open();
  await nobodys.goto("/public/invitation/unbekannt");
  await nobodys.getByText("Diese Einladung gibt es nicht oder nicht mehr.").waitFor();
  await expectAccessible(nobodys, "an unknown invitation");

  const browser = nobodys.context().browser();
  const context = await browser?.newContext({ baseURL: stories.url, javaScriptEnabled: false });
  if (context === undefined) throw new Error("no browser");
  try {
    const page = await context.newPage();
    await page.goto(link);
    await page.getByLabel("Begleitpersonen").fill("2");
    await page.getByLabel("Kommentar").fill("Mit den Kindern");
    await page.getByLabel("Begleitpersonen").press("Enter");
    await page.getByText("Sie haben mit 2 Begleitpersonen zugesagt.").waitFor();
    expect(await page.getByLabel("Kommentar").inputValue()).toBe("Mit den Kindern");
    await page.getByLabel("Begleitpersonen").fill("30");
    await page.getByRole("button", { name: "Änderung speichern" }).click();
    await page.getByRole("alert").filter({ hasText: "höchstens 20 Personen" }).waitFor();
    expect(await page.getByLabel("Begleitpersonen").inputValue()).toBe("30");
  } finally {
    await context.close();
  }
});
