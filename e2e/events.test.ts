import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

/** A year far from what the demo club holds; its 9th of May is a second Friday. */
const DAY = "2031-05-09";

async function startEvent(page: Page, title: string): Promise<void> {
  await page.goto(`/calendars/events/create?start=${DAY}T19:30&end=${DAY}T21:00`);
  await page.getByLabel("Titel (Pflichtangabe)").fill(title);
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

function time(page: Page, name: string) {
  return page.getByRole("combobox", { name, exact: true });
}

test("a series says in words how it repeats; one evening is changed alone, the rest from a day on", async () => {
  const page = await stories.open({ as: "buero" });
  await startEvent(page, "Chorprobe");
  await choose(page, "Kalender", "Vereinstermine");
  await choose(page, "Wiederholung", "Wöchentlich");
  await page.getByRole("checkbox", { name: "Montag" }).check();
  await page.getByRole("radio", { name: "Nach" }).check();
  await page.getByLabel("Anzahl der Termine").fill("8");
  await page.getByText("Jede Woche am Montag und Freitag, 8-mal.").waitFor();
  await page.getByLabel("Fällt aus am").fill("16.05.2031");
  await page.getByLabel("Fällt aus am").press("Enter");
  await page
    .getByRole("list", { name: "Ausfallende Tage" })
    .getByText("Freitag, 16.05.2031")
    .waitFor();
  await page.getByRole("button", { name: "Termin anlegen" }).click();

  await page.getByText("Jede Woche am Montag und Freitag, 8-mal").waitFor();
  await page.getByText("Fällt aus am 16.05.2031.").waitFor();

  // One evening is an event of its own address; the list of the calendar leads there.
  await page.goto(`/calendars?view=list&date=2031-05-19`);
  await page.getByText("Chorprobe").first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Öffnen" }).click();
  await page.getByText("Der Termin gehört zu einer Serie.").waitFor();
  await page.getByRole("link", { name: "Bearbeiten" }).click();
  await page.getByRole("radio", { name: /^Nur diesen Termin am/ }).waitFor();
  expect(await page.getByRole("combobox", { name: "Wiederholung" }).count()).toBe(0);
  await page.getByLabel("Ort", { exact: true }).fill("Kirche St. Martin");
  await page.getByRole("button", { name: "Termin speichern" }).click();
  await page.getByRole("heading", { level: 1, name: "Chorprobe" }).waitFor();
  await page.getByText("Kirche St. Martin").waitFor();

  await page.getByRole("link", { name: /^Ganze Serie/ }).click();
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
