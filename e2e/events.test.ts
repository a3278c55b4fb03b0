import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

const stories = storyBrowser();

/** A year far from what the demo club holds; its 9th of May is a second Friday. */
const DAY = "2031-05-09";

async function startEvent(
  page: Page,
  title: string,
  address = `?start=${DAY}T19:30&end=${DAY}T21:00`,
): Promise<void> {
  await page.goto(`/calendars/events/create${address}`);
  await page.getByLabel("Titel (Pflichtangabe)").fill(title);
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

function time(page: Page, name: string) {
  return page.getByRole("combobox", { name, exact: true });
}

test("the office makes an event, mends its times by typing, calls it off, takes that back and deletes it", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto(`/calendars/events/create?start=${DAY}T19:30`);
  await page.getByRole("button", { name: "Termin anlegen" }).click();
  await page.getByRole("alert").getByText("Bitte geben Sie dem Termin einen Titel.").waitFor();
  await page.getByLabel("Titel (Pflichtangabe)").fill("Lesung im Vereinsheim");
  await choose(page, "Kalender", "Vereinstermine");
  // The end follows the beginning and keeps the length.
  await time(page, "Beginn um").fill("20 Uhr");
  await time(page, "Beginn um").press("Tab");
  expect(await time(page, "Beginn um").inputValue()).toBe("20:00");
  expect(await time(page, "Ende um").inputValue()).toBe("21:00");
  await time(page, "Ende um").fill("1930");
  await page.getByRole("button", { name: "Termin anlegen" }).click();
  await page.getByText("Das Ende liegt vor dem Beginn.").first().waitFor();
  await time(page, "Ende um").fill("22.15");
  await time(page, "Treffen um").fill("1945");
  await page.getByLabel("Ort", { exact: true }).fill("Nebenzimmer");
  await page.getByLabel("Beschreibung").fill("Mit Büchertisch\nEintritt frei");
  await expectAccessible(page, "the form of an event");
  await page.getByLabel("Beschreibung").press("Control+Enter");

  await page.getByRole("heading", { level: 1, name: "Lesung im Vereinsheim" }).waitFor();
  await page.getByText("Freitag, 09.05.2031, 20:00 bis 22:15 Uhr").waitFor();
  await page.getByText("Treffen: 19:45 Uhr").waitFor();
  await page.getByText("Mit Büchertisch").waitFor();
  await loaded(page);
  await expectAccessible(page, "an event");

  await page.getByRole("button", { name: "Mehr" }).click();
  await page.getByRole("menuitem", { name: "Termin absagen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Termin absagen" }).click();
  await page.getByText("Dieser Termin ist abgesagt.").waitFor();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await page.getByText("Dieser Termin ist abgesagt.").waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Mehr" }).click();
  await page.getByRole("menuitem", { name: "Termin löschen" }).click();
  const address = page.url();
  await page.getByRole("dialog").getByRole("button", { name: "Termin löschen" }).click();
  await page.getByText("Der Termin „Lesung im Vereinsheim“ ist gelöscht.").waitFor();
  stories.expectProblem(/^404 .*\/event\//);
  await page.goto(address);
  await page.getByText("Diesen Termin gibt es nicht mehr").waitFor();
});

test("a series says in words how it repeats; one evening is changed alone, the rest from a day on", async () => {
  const page = await stories.open({ as: "buero" });
  await startEvent(page, "Chorprobe");
  await choose(page, "Kalender", "Vereinstermine");
  await choose(page, "Wiederholung", "Monatlich");
  await page.getByLabel("2. Freitag").check();
  await page.getByText("Jeden Monat am 2. Freitag, ohne Ende.").waitFor();
  await choose(page, "Wiederholung", "Wöchentlich");
  await page.getByRole("checkbox", { name: "Montag" }).check();
  await page.getByRole("radio", { name: "Nach" }).check();
  await page.getByLabel("Anzahl der Termine").fill("8");
  await page.getByText("Jede Woche am Montag und Freitag, 8-mal.").waitFor();
  await page.getByLabel("Fällt aus am").fill("16.05.2031");
  await page.getByLabel("Fällt aus am").press("Tab");
  await page.getByRole("button", { name: "Ausfall hinzufügen" }).click();
  await page
    .getByRole("list", { name: "Ausfallende Tage" })
    .getByText("Freitag, 16.05.2031")
    .waitFor();
  await expectAccessible(page, "the form of a series");
  await page.getByRole("button", { name: "Termin anlegen" }).click();

  await page.getByText("Jede Woche am Montag und Freitag, 8-mal").waitFor();
  await page.getByText("Fällt aus am 16.05.2031.").waitFor();

  // One evening is an event of its own address; the list of the calendar leads there.
  await page.goto(`/calendars?view=list&date=2031-05-19`);
  await page.getByText("Chorprobe").first().click();
  await page.getByText("Der Termin gehört zu einer Serie.").waitFor();
  await page.getByRole("link", { name: "Bearbeiten" }).click();
  await page.getByRole("radio", { name: /^Nur diesen Termin am/ }).waitFor();
  expect(await page.getByRole("combobox", { name: "Wiederholung" }).count()).toBe(0);
  await page.getByLabel("Ort", { exact: true }).fill("Kirche St. Martin");
  await page.getByRole("button", { name: "Termin speichern" }).click();
  await page.getByRole("heading", { level: 1, name: "Chorprobe" }).waitFor();
  await page.getByText("Kirche St. Martin").waitFor();

  await page.getByRole("link", { name: "Ganze Serie ansehen" }).click();
  await page.getByRole("link", { name: "Serie bearbeiten" }).waitFor();
  expect(await page.getByText("Kirche St. Martin").count()).toBe(0);
  await page.getByRole("link", { name: "Serie bearbeiten" }).click();
  await page.getByLabel("Titel (Pflichtangabe)").fill("Chorprobe im Sommer");
  await page.getByRole("button", { name: "Termin speichern" }).click();
  await page.getByRole("heading", { level: 1, name: "Chorprobe im Sommer" }).waitFor();
  await page.getByText("Fällt aus am 16.05.2031.").waitFor();

  // From a day on they are a series of their own; what was before it stays as it was.
  await page.goto(`/calendars?view=list&date=2031-05-26`);
  await page.getByText("Chorprobe im Sommer").first().click();
  await page.getByRole("link", { name: "Bearbeiten" }).click();
  await page.getByRole("radio", { name: "Diesen und alle folgenden Termine" }).check();
  await page.getByLabel("Titel (Pflichtangabe)").fill("Chorprobe im neuen Saal");
  await time(page, "Beginn um").fill("20:00");
  await time(page, "Beginn um").press("Tab");
  await page.getByRole("button", { name: "Termin speichern" }).click();
  await page.getByText("Die Termine „Chorprobe im neuen Saal“ sind gespeichert.").waitFor();
  await page.goto(`/calendars?view=list&date=2031-05-09`);
  await page.getByText("Chorprobe im neuen Saal").first().waitFor();
  const titles = page.getByText(/^Chorprobe/);
  expect(await titles.allTextContents()).toEqual([
    "Chorprobe im Sommer",
    "Chorprobe im Sommer",
    "Chorprobe im Sommer Kirche St. Martin",
    "Chorprobe im Sommer",
    ...Array.from({ length: 3 }, () => "Chorprobe im neuen Saal"),
  ]);
});

test("two people change the same event: the second chooses and loses nothing", async () => {
  stories.expectProblem(/^412 /);
  const first = await stories.open({ as: "admin" });
  await startEvent(first, "Kassenprüfung");
  await first.getByRole("button", { name: "Termin anlegen" }).click();
  await first.getByRole("heading", { level: 1, name: "Kassenprüfung" }).waitFor();
  await first.getByRole("link", { name: "Bearbeiten" }).click();
  await first.getByLabel("Ort", { exact: true }).fill("Büro");

  const second = await stories.open({ as: "buero" });
  await second.goto(new URL(first.url()).pathname);
  await second.getByLabel("Ort", { exact: true }).fill("Sitzungszimmer");
  await second.getByRole("button", { name: "Termin speichern" }).click();
  await second.getByText("Der Termin „Kassenprüfung“ ist gespeichert.").waitFor();

  await first.getByRole("button", { name: "Termin speichern" }).click();
  const alert = first.getByRole("alert");
  await alert.getByText("Neuer Stand: Sitzungszimmer").click();
  await alert.getByRole("button", { name: "Übernehmen und weiter bearbeiten" }).click();
  await first.getByRole("button", { name: "Termin speichern" }).click();
  await first.getByRole("heading", { level: 1, name: "Kassenprüfung" }).waitFor();
  await first.getByText("Sitzungszimmer").waitFor();
});

test("a member reads an event on the phone and can change nothing; the form fits a phone too", async () => {
  const office = await stories.open({ as: "buero", viewport: "phone" });
  await startEvent(
    office,
    "Jahresabschlussfeier der Rhönradturnerinnen und Donaudampfschifffahrtsfreunde",
    `?start=${DAY}&end=2031-05-11&allDay=true`,
  );
  await choose(office, "Kalender", "Vereinstermine");
  await expectNoSidewaysScroll(office, 320, "the form of an event");
  await expectAccessible(office, "the form of an event on the phone");
  await office.getByRole("button", { name: "Termin anlegen" }).click();
  await office.getByText("Freitag, 09.05.2031 bis Sonntag, 11.05.2031, ganztägig").waitFor();

  const member = await stories.open({ as: "mitglied", viewport: "phone", scheme: "dark" });
  await member.goto(new URL(office.url()).pathname);
  await member.getByText("Freitag, 09.05.2031 bis Sonntag, 11.05.2031, ganztägig").waitFor();
  expect(await member.getByRole("link", { name: "Bearbeiten" }).count()).toBe(0);
  expect(await member.getByRole("button", { name: "Mehr" }).count()).toBe(0);
  await expectNoSidewaysScroll(member, 320, "an event");
  await expectAccessible(member, "an event on the phone, dark");
});

test("the next events stand on the dashboard", async () => {
  const page = await stories.open({ as: "mitglied" });
  await page.goto("/");
  await loaded(page);
  const section = page.locator("section", {
    has: page.getByRole("heading", { name: "Nächste Termine" }),
  });
  expect(await section.getByRole("listitem").count()).toBe(3);
  await section.getByRole("link").nth(1).click();
  await page.waitForURL(/\/calendars\/events\//);
});
