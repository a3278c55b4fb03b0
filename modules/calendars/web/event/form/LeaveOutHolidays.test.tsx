import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Permission } from "#platform/contract/permissions.ts";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { calendarsContract, type Event } from "../../../contract.ts";
import type { Holiday, Holidays } from "../../../holiday-contract.ts";
import calendars from "../../module.tsx";
import { holidaysOf, OCCURRENCE, PRACTICE, serverWith } from "../../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const WINTER: Holiday = {
  kind: "SCHOOL",
  name: "Weihnachtsferien",
  from: "2026-12-23",
  to: "2027-01-09",
};
const NO_REGION: Holidays = { region: null, holidays: [], until: null, source: null };
/** A Tuesday. */
const CREATE = "/calendars/events/create?start=2026-11-24T19:00&end=2026-11-24T21:00&title=Probe";

interface Options {
  address?: string;
  holidays?: Holidays;
  events?: Event[];
  as?: Permission[];
  viewport?: "phone";
}

async function open({ address = CREATE, as = [], viewport, ...records }: Options = {}) {
  const api = serverWith({ holidays: holidaysOf([WINTER]), ...records });
  api.answer(calendarsContract.createEvent, PRACTICE);
  api.answer(calendarsContract.updateEvent, PRACTICE);
  await renderPage(calendars, address, {
    api,
    as: ["QUERY_CALENDAR", ...as],
    ...(viewport && { viewport }),
  });
  await expect.element(page.getByLabelText("Titel (Pflichtangabe)")).toHaveValue("Probe");
  return api;
}

const toggle = () =>
  page.getByRole("switch", { name: "In Schulferien und an Feiertagen ausfallen" });
const press = (name: string) => page.getByRole("button", { name }).click();

async function repeatWeekly() {
  await page.getByRole("combobox", { name: "Wiederholung" }).click();
  await page.getByRole("option", { name: "Wöchentlich" }).click();
}

test("one switch leaves out holidays, and says which they are and how far they are known", async () => {
  const api = await open();
  await expect.element(toggle()).not.toBeInTheDocument();
  await repeatWeekly();
  await expect.element(toggle()).not.toBeChecked();
  await toggle().click();
  await expect
    .element(toggle())
    .toHaveAccessibleDescription(
      /^Fällt im ersten Jahr aus: Weihnachtsferien \(23\.12\.2026 bis 09\.01\.2027\)\. Schulferien sind bis 07\.09\.2030 bekannt/,
    );
  await expectAccessible("a series without holidays");
  await press("Termin anlegen");
  await expect
    .poll(() => api.calls(calendarsContract.createEvent).map(({ body }) => body.leavesOutHolidays))
    .toEqual([true]);
});

test("a series says what it was, and can take place on holidays again", async () => {
  const series: Event = {
    ...OCCURRENCE,
    occurrenceOf: null,
    originalStart: null,
    leavesOutHolidays: true,
  };
  const api = await open({ address: `/calendars/events/${series.id}/edit`, events: [series] });
  await expect.element(toggle()).toBeChecked();
  await toggle().click();
  await press("Termin speichern");
  await expect
    .poll(() => api.calls(calendarsContract.updateEvent).map(({ body }) => body.leavesOutHolidays))
    .toEqual([false]);
});

test("one evening of a series says nothing of it", async () => {
  const api = await open({
    address: `/calendars/events/${OCCURRENCE.id}/edit`,
    events: [OCCURRENCE],
  });
  await expect.element(page.getByLabelText("Ort")).toBeVisible();
  expect(toggle().elements()).toEqual([]);
  await press("Termin speichern");
  await expect.poll(() => api.calls(calendarsContract.updateEvent).length).toBe(1);
  expect(api.calls(calendarsContract.updateEvent)[0]?.body).not.toHaveProperty("leavesOutHolidays");
});

test("without a Land it is closed and says who opens it", async () => {
  await open({ holidays: NO_REGION });
  await repeatWeekly();
  await expect.element(toggle()).toBeDisabled();
  await expect
    .element(toggle())
    .toHaveAccessibleDescription(/in den Einstellungen das Bundesland des Vereins gewählt/);
});

test("without a Land who can choose it is led there", async () => {
  await open({ holidays: NO_REGION, as: ["MANAGE_TENANT"] });
  await repeatWeekly();
  await expect
    .element(page.getByRole("link", { name: "Bundesland des Vereins" }))
    .toHaveAttribute("href", "/settings");
  await expectAccessible("the form of a club without a Land");
});

test("the page of a series says that it is off on holidays", async () => {
  const series: Event = { ...OCCURRENCE, occurrenceOf: null, leavesOutHolidays: true };
  const api = serverWith({ events: [series] });
  await renderPage(calendars, `/calendars/events/${series.id}`, { api, as: ["QUERY_CALENDAR"] });
  await expect
    .element(page.getByText(/^Jede Woche.*, außer in Schulferien und an Feiertagen$/))
    .toBeVisible();
});

test("on the phone it fits", async () => {
  await open({ viewport: "phone" });
  await repeatWeekly();
  await toggle().click();
  await expect.element(page.getByText(/^Fällt im ersten Jahr aus/)).toBeVisible();
  await expectNoSidewaysScroll(320);
});
