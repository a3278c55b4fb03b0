import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

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

function day(page: Page, date: string): Locator {
  return page.locator(`[role="cell"][data-date="${date}"]`);
}

/**
 * The board learns the heights of its rows after the frame that first shows them; it finds no day
 * under a press before.
 */
async function knowsItsRows(page: Page): Promise<void> {
  await page.locator("[data-date]").first().waitFor();
  for (let frame = 0; frame < 3; frame += 1)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}

/** A click beside the number of a day, where no event stands. */
async function clickDay(page: Page, date: string): Promise<void> {
  await knowsItsRows(page);
  const box = await day(page, date).boundingBox();
  if (!box) throw new Error(`${date} is not in view`);
  await page.mouse.click(box.x + box.width * 0.45, box.y + 10);
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await knowsItsRows(page);
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

test("the office makes an event by a click and drags it; members see only what is granted to them", async () => {
  const office = await stories.open({ as: "buero" });
  await createCalendar(office, "Vorstand vertraulich", "Rot", async () => {
    await office.getByRole("combobox", { name: "Zugriff: Alle Mitglieder" }).click();
    await office.getByRole("option", { name: "Kein Zugriff" }).click();
  });
  await createCalendar(office, "Vereinsfeste", "Gelb");
  await office.goto(`/calendars?view=month&date=${MONTH}`);
  await createByClick(office, "2031-05-08", "Haushaltsklausur", "Vorstand vertraulich");
  await createByClick(office, "2031-05-14", "Sommerfest", "Vereinsfeste");
  const event = day(office, "2031-05-14").getByRole("link", { name: /Sommerfest/ });
  await event.waitFor();
  await drag(office, event, day(office, "2031-05-16"));
  await office.getByText("„Sommerfest“ ist verschoben: Freitag, 16.05.2031, ganztägig").waitFor();
  await office.reload();
  await day(office, "2031-05-16")
    .getByRole("link", { name: /Sommerfest/ })
    .waitFor();

  const member = await stories.open({ as: "mitglied", viewport: "phone" });
  await member.goto(`/calendars?date=${MONTH}`);
  await loaded(member);
  await member.getByRole("link", { name: "Ganztägig Sommerfest" }).waitFor();
  expect(await member.getByText("Haushaltsklausur").count()).toBe(0);
  expect(await member.getByRole("link", { name: "Termin", exact: true }).count()).toBe(0);
  await member.getByRole("button", { name: "Kalender wählen" }).click();
  const drawer = member.getByRole("dialog", { name: "Kalender" });
  await drawer.getByRole("checkbox", { name: "Vereinsfeste" }).waitFor();
  expect(await drawer.getByRole("checkbox", { name: "Vorstand vertraulich" }).count()).toBe(0);
});

test("a weekly training leaves out the holidays of the club's Land by one switch", async () => {
  const office = await stories.open({ as: "buero" });
  await createCalendar(office, "Turnhalle", "Blau");
  await office.goto("/calendars/events/create?start=2028-12-04T18:00&end=2028-12-04T20:00");
  await office.getByLabel("Titel (Pflichtangabe)").fill("Geräteturnen");
  await office.getByRole("combobox", { name: "Kalender (Pflichtangabe)" }).click();
  await office.getByRole("option", { name: "Turnhalle" }).click();
  await office.getByRole("combobox", { name: "Wiederholung" }).click();
  await office.getByRole("option", { name: "Wöchentlich" }).click();
  await office.getByRole("switch", { name: "In Schulferien und an Feiertagen ausfallen" }).click();
  await office.getByText(/Weihnachtsferien \(23\.12\.2028 bis 05\.01\.2029\)/).waitFor();
  await office.getByRole("button", { name: "Termin anlegen" }).click();
  await office.getByText("Der Termin „Geräteturnen“ ist angelegt.").waitFor();

  await office.goto("/calendars?view=month&date=2028-12-01");
  await day(office, "2028-12-18")
    .getByRole("link", { name: /Geräteturnen/ })
    .waitFor();
  await office.getByText("Weihnachtsferien").first().waitFor();
  expect(
    await day(office, "2028-12-25")
      .getByRole("link", { name: /Geräteturnen/ })
      .count(),
  ).toBe(0);
  expect(
    await day(office, "2029-01-01")
      .getByRole("link", { name: /Geräteturnen/ })
      .count(),
  ).toBe(0);
});
