import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  loaded,
  storyBrowser,
} from "./support/browser.ts";

const stories = storyBrowser();

/** A month far from what the demo club holds. */
const MONTH = "2031-05-01";

async function createCalendar(
  page: Page,
  name: string,
  color: string,
  prepare?: () => Promise<void>,
): Promise<void> {
  await page.goto("/calendars/create");
  await page.getByLabel("Name (Pflichtangabe)").fill(name);
  await page.getByRole("radio", { name: color }).check();
  await prepare?.();
  await page.getByRole("button", { name: "Kalender anlegen" }).click();
  await page.getByText(`Der Kalender „${name}“ ist angelegt.`).waitFor();
}

async function showMonth(page: Page, date = MONTH): Promise<void> {
  await page.goto(`/calendars?view=month&date=${date}`);
  await day(page, date).waitFor();
}

function day(page: Page, date: string): Locator {
  return page.locator(`[role="cell"][data-date="${date}"]`);
}

/** A click beside the number of a day, where no event stands. */
async function clickDay(page: Page, date: string): Promise<void> {
  const box = await day(page, date).boundingBox();
  if (!box) throw new Error(`${date} is not in view`);
  await page.mouse.click(box.x + box.width * 0.45, box.y + 10);
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag");
  await page.mouse.move(start.x + 30, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 });
  await page.mouse.up();
}

async function createByClick(
  page: Page,
  date: string,
  title: string,
  calendar: string,
): Promise<void> {
  await clickDay(page, date);
  const dialog = page.getByRole("dialog", { name: "Neuer Termin" });
  await dialog.getByLabel("Titel").fill(title);
  await dialog.getByRole("combobox", { name: "Kalender" }).click();
  await page.getByRole("option", { name: calendar }).click();
  await dialog.getByRole("button", { name: "Termin anlegen" }).click();
  await page.getByText(`Der Termin „${title}“ ist angelegt.`).waitFor();
}

test("the office makes calendars, makes an event by a click, drags it and takes that back", async () => {
  const page = await stories.open({ as: "buero" });
  await page.goto("/calendars/create");
  await page.getByRole("button", { name: "Kalender anlegen" }).click();
  await page.getByRole("alert").getByText("Bitte geben Sie dem Kalender einen Namen.").waitFor();
  await createCalendar(page, "Platzbelegung", "Blau");
  await createCalendar(page, "Festausschuss", "Rot");

  await showMonth(page);
  await createByClick(page, "2031-05-14", "Platz gesperrt", "Platzbelegung");
  const event = day(page, "2031-05-14").getByRole("link", { name: /Platz gesperrt/ });
  await event.waitFor();

  await drag(page, event, day(page, "2031-05-16"));
  await page.getByText("„Platz gesperrt“ ist verschoben: Freitag, 16.05.2031, ganztägig").waitFor();
  await day(page, "2031-05-16")
    .getByRole("link", { name: /Platz gesperrt/ })
    .waitFor();
  await page.reload();
  await day(page, "2031-05-16")
    .getByRole("link", { name: /Platz gesperrt/ })
    .waitFor();
  await drag(
    page,
    day(page, "2031-05-16").getByRole("link", { name: /Platz gesperrt/ }),
    day(page, "2031-05-20"),
  );
  await page.getByText("Dienstag, 20.05.2031, ganztägig").waitFor();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await day(page, "2031-05-16")
    .getByRole("link", { name: /Platz gesperrt/ })
    .waitFor();
  await expectAccessible(page, "the month");

  // A calendar that is switched off stays so in the address, and Back leads to the month before.
  await page.getByRole("checkbox", { name: "Platzbelegung" }).uncheck();
  await page.getByRole("link", { name: /Platz gesperrt/ }).waitFor({ state: "hidden" });
  expect(page.url()).toContain("hidden=");
  await page.getByRole("checkbox", { name: "Platzbelegung" }).check();
  await page.getByRole("button", { name: "Vor", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Juni 2031" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Mai 2031" }).waitFor();

  await page
    .getByRole("link", { name: /Platz gesperrt/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Platz gesperrt" }).waitFor();
});

test("a series asks how much of it is moved; the others stay", async () => {
  const page = await stories.open({ as: "buero" });
  await createCalendar(page, "Hallenzeiten", "Grün");
  await page.goto("/calendars/events/create?start=2031-06-03T18:00&end=2031-06-03T19:30");
  await page.getByLabel("Titel (Pflichtangabe)").fill("Volleyball");
  await page.getByRole("combobox", { name: "Kalender" }).click();
  await page.getByRole("option", { name: "Hallenzeiten" }).click();
  await page.getByRole("combobox", { name: "Wiederholung" }).click();
  await page.getByRole("option", { name: "Wöchentlich" }).click();
  await page.getByRole("button", { name: "Termin anlegen" }).click();
  await page.getByRole("heading", { level: 1, name: "Volleyball" }).waitFor();

  await showMonth(page, "2031-06-01");
  const onDay = (date: string) => day(page, date).getByRole("link", { name: /Volleyball/ });
  await onDay("2031-06-17").waitFor();
  await drag(page, onDay("2031-06-10"), day(page, "2031-06-12"));
  const question = page.getByRole("dialog", { name: "„Volleyball“ verschieben" });
  await question.getByRole("button", { name: "Nicht verschieben" }).click();
  await onDay("2031-06-10").waitFor();

  await drag(page, onDay("2031-06-10"), day(page, "2031-06-12"));
  await question.getByText("Donnerstag, 12.06.2031, 18:00 bis 19:30 Uhr").waitFor();
  await question.getByRole("button", { name: "Verschieben", exact: true }).click();
  await page.getByText(/„Volleyball“ ist verschoben/).waitFor();
  await onDay("2031-06-12").waitFor();
  expect(await onDay("2031-06-10").count()).toBe(0);
  expect(await onDay("2031-06-17").count()).toBe(1);

  await drag(page, onDay("2031-06-17"), day(page, "2031-06-18"));
  await question.getByRole("radio", { name: "Dieser und alle folgenden" }).check();
  await question.getByRole("button", { name: "Verschieben", exact: true }).click();
  await onDay("2031-06-18").waitFor();
  await onDay("2031-06-25").waitFor();
  expect(await onDay("2031-06-03").count()).toBe(1);
  expect(await onDay("2031-06-24").count()).toBe(0);
});

test("members see only what is granted to them, on a phone as a list", async () => {
  const office = await stories.open({ as: "buero" });
  await createCalendar(office, "Vorstand vertraulich", "Rot", async () => {
    await office.getByRole("combobox", { name: "Zugriff: Alle Mitglieder" }).click();
    await office.getByRole("option", { name: "Kein Zugriff" }).click();
    await office.getByRole("combobox", { name: "Gruppe hinzufügen" }).click();
    await office.getByRole("option", { name: "Vorstand" }).click();
    await office.getByRole("combobox", { name: "Zugriff: Vorstand" }).click();
    await office.getByRole("option", { name: "Schreiben" }).click();
    await expectAccessible(office, "the form of a calendar");
  });
  await createCalendar(office, "Vereinsfeste", "Gelb");
  await showMonth(office, "2031-07-01");
  await createByClick(office, "2031-07-08", "Haushaltsklausur", "Vorstand vertraulich");
  await createByClick(office, "2031-07-09", "Sommerfest", "Vereinsfeste");

  const member = await stories.open({ as: "mitglied", viewport: "phone" });
  await member.goto("/calendars?date=2031-07-01");
  await loaded(member);
  await member.getByRole("heading", { level: 1, name: "ab 01.07.2031" }).waitFor();
  await member.getByRole("link", { name: /Sommerfest/ }).waitFor();
  expect(await member.getByText("Haushaltsklausur").count()).toBe(0);
  expect(await member.getByRole("link", { name: "Termin", exact: true }).count()).toBe(0);
  await expectAccessible(member, "the list on a phone");
  await expectNoSidewaysScroll(member, 320, "the list");
  await member.getByRole("button", { name: "Kalender wählen" }).click();
  const drawer = member.getByRole("dialog", { name: "Kalender" });
  await drawer.getByRole("checkbox", { name: "Vereinsfeste" }).waitFor();
  expect(await drawer.getByRole("checkbox", { name: "Vorstand vertraulich" }).count()).toBe(0);
  await member.waitForFunction(() => document.getAnimations().length === 0);
  await expectAccessible(member, "the panel on a phone");
});

test("a calendar's feed has an address, a QR code, and another address when the old one got about", async () => {
  const page = await stories.open({ as: "buero" });
  await createCalendar(page, "Öffentliche Spiele", "Blau");
  await page.getByRole("button", { name: "Mehr zu Öffentliche Spiele" }).click();
  await page.getByRole("menuitem", { name: "Abo-Adresse" }).click();
  const dialog = page.getByRole("dialog", { name: "„Öffentliche Spiele“ abonnieren" });
  const before = await dialog.getByLabel("Adresse", { exact: true }).inputValue();
  expect(before).toMatch(/\/public\/demo\/ics\/[\w-]{20,}\.ics$/);
  expect(
    await dialog.getByRole("link", { name: "In meinem Kalender öffnen" }).getAttribute("href"),
  ).toBe(before.replace(/^https?:/, "webcal:"));
  await dialog.getByRole("img", { name: "QR-Code der Adresse" }).waitFor();
  await expectAccessible(page, "the feed's dialog");
  expect((await fetch(before)).status).toBe(200);

  await dialog.getByRole("button", { name: "Neue Adresse vergeben" }).click();
  await page
    .getByRole("dialog", { name: "Neue Adresse vergeben?" })
    .getByRole("button", { name: "Neue Adresse vergeben" })
    .click();
  await page.getByText("Die neue Adresse gilt ab sofort.").waitFor();
  const after = await dialog.getByLabel("Adresse", { exact: true }).inputValue();
  expect(after).not.toBe(before);
  expect((await fetch(before)).status).toBe(404);
  expect((await fetch(after)).status).toBe(200);
});

test("the calendar by keyboard, and in the dark", async () => {
  const page = await stories.open({ as: "buero", scheme: "dark" });
  await showMonth(page);
  for (const [key, heading] of [
    ["ArrowRight", "Juni 2031"],
    ["ArrowLeft", "Mai 2031"],
    ["j", "2031"],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "14.05.2031" }).waitFor();
  await expectAccessible(page, "the year in the dark");
  await page.keyboard.press("w");
  await page.getByRole("heading", { level: 1, name: /^(\d+\.–)?\d+\. .* 2031/ }).waitFor();
  await page.locator("[data-time]").first().waitFor();
  await expectAccessible(page, "the week in the dark");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Tastenkürzel" }).getByText("Kalender: heute").waitFor();
});
