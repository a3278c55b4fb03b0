import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { calendarsContract } from "../../contract.ts";
import calendars from "../module.tsx";
import { PRACTICE, serverWith } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

/** The form of an event on the 9th of May 2031, a second Friday. */
async function open(viewport: "desktop" | "phone" = "desktop") {
  const api = serverWith({});
  api.answer(calendarsContract.createEvent, PRACTICE);
  const address = "/calendars/events/create?start=2031-05-09T19:30&end=2031-05-09T21:00";
  const shown = await renderPage(calendars, address, { api, as: ["QUERY_CALENDAR"], viewport });
  await page.getByLabelText("Titel (Pflichtangabe)").fill("Chorprobe");
  return { api, shown };
}

const repeat = async (choice: string) => {
  await page.getByRole("combobox", { name: "Wiederholung" }).click();
  await page.getByRole("option", { name: choice }).click();
};
const save = () => page.getByRole("button", { name: "Termin anlegen" }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });
const sent = (api: Awaited<ReturnType<typeof open>>["api"]) =>
  api.calls(calendarsContract.createEvent).map(({ body }) => body.recurrence ?? "");
const time = (name: string) => page.getByRole("combobox", { name, exact: true });
const type = async (name: string, text: string) => {
  await time(name).fill(text);
  await userEvent.keyboard("{Tab}");
};

describe("how an event repeats", () => {
  test("each choice says in words what it means", async () => {
    await open();
    await repeat("Monatlich");
    await page.getByRole("radio", { name: "2. Freitag" }).click();
    await expect.element(page.getByText("Jeden Monat am 2. Freitag, ohne Ende.")).toBeVisible();
    await repeat("Täglich");
    await page.getByLabelText("Abstand in Tagen").fill("3");
    await expect.element(page.getByText("Alle 3 Tage, ohne Ende.")).toBeVisible();
    await repeat("Jährlich");
    await expect.element(page.getByText(/^Alle 3 Jahre am 9\. Mai, ohne Ende\.$/)).toBeVisible();
    await expectAccessible("the form of a series");
  });

  test("several days a week, so many times", async () => {
    const { api } = await open();
    await repeat("Wöchentlich");
    await page.getByRole("checkbox", { name: "Montag" }).click();
    await page.getByRole("radio", { name: "Nach" }).click();
    await page.getByLabelText("Anzahl der Termine").fill("8");
    await expect.element(page.getByText("Jede Woche am Montag und Freitag, 8-mal.")).toBeVisible();
    await save();
    await expect.poll(() => sent(api)).toHaveLength(1);
    expect(sent(api)[0]).toMatch(/FREQ=WEEKLY/);
    expect(sent(api)[0]).toMatch(/BYDAY=MO,FR/);
    expect(sent(api)[0]).toMatch(/COUNT=8/);
  });

  test("a week without any day is refused", async () => {
    const { api } = await open();
    await repeat("Wöchentlich");
    await page.getByRole("checkbox", { name: "Freitag" }).click();
    await save();
    await expect
      .element(summary())
      .toMatchTextContent("Bitte wählen Sie mindestens einen Wochentag.");
    expect(sent(api)).toHaveLength(0);
  });

  test("an end before the first evening is refused", async () => {
    const { api } = await open();
    await repeat("Wöchentlich");
    await page.getByRole("radio", { name: "Am", exact: true }).click();
    await page.getByLabelText("Letzter Tag der Wiederholung").fill("01.05.2031");
    await userEvent.keyboard("{Tab}");
    await save();
    await expect
      .element(summary())
      .toMatchTextContent("Die Wiederholung endet vor dem ersten Termin.");
    expect(sent(api)).toHaveLength(0);
  });

  test("days on which it does not take place are named and taken away again", async () => {
    const { api } = await open();
    await repeat("Wöchentlich");
    await page.getByLabelText("Fällt aus am").fill("16.05.2031");
    await userEvent.keyboard("{Enter}");
    const days = page.getByRole("list", { name: "Ausfallende Tage" });
    await expect.element(days).toMatchTextContent("Freitag, 16.05.2031");
    await expect.element(page.getByLabelText("Fällt aus am")).toHaveValue("");
    expect(sent(api)).toHaveLength(0);
    await save();
    await expect
      .poll(() => api.calls(calendarsContract.createEvent)[0]?.body.exdates)
      .toHaveLength(1);
  });

  test("when the first day moves, the days of the week go with it", async () => {
    await open();
    await repeat("Wöchentlich");
    await page.getByLabelText("Beginn (Pflichtangabe)").fill("12.05.2031");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByText("Jede Woche am Montag, ohne Ende.")).toBeVisible();
  });

  test("once is the beginning and can be had again", async () => {
    const { api } = await open();
    await repeat("Täglich");
    await repeat("Einmalig");
    await save();
    await expect.poll(() => sent(api)).toEqual([""]);
  });

  test("on the phone the longest form of it fits", async () => {
    await open("phone");
    await repeat("Monatlich");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the form of a series on the phone");
  });
});

describe("times by typing", () => {
  test("any usual spelling is read, and the end keeps its distance", async () => {
    await open();
    await type("Beginn um", "20 Uhr");
    await expect.element(time("Beginn um")).toHaveValue("20:00");
    await expect.element(time("Ende um")).toHaveValue("21:30");
    await type("Ende um", "22.15");
    await expect.element(time("Ende um")).toHaveValue("22:15");
    await type("Treffen um", "1945");
    await expect.element(time("Treffen um")).toHaveValue("19:45");
  });

  test("an end before the beginning is refused, without a title as well", async () => {
    const { api } = await open();
    await page.getByLabelText("Titel (Pflichtangabe)").fill("");
    await type("Ende um", "1900");
    await save();
    await expect.element(summary()).toMatchTextContent("Das Ende liegt vor dem Beginn.");
    await expect.element(summary()).toMatchTextContent("Bitte geben Sie dem Termin einen Titel.");
    expect(sent(api)).toHaveLength(0);
  });

  test("past midnight the end is on the next day", async () => {
    await open();
    await type("Beginn um", "23:30");
    await expect.element(time("Ende um")).toHaveValue("01:00");
    await expect.element(page.getByLabelText("Ende (Pflichtangabe)")).toHaveValue("10.05.2031");
  });
});
