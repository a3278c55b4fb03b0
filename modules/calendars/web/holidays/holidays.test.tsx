import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Permission } from "#platform/contract/permissions.ts";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { type Holiday, holidaysContract } from "../../holiday-contract.ts";
import calendars from "../module.tsx";
import { holidaysOf, PRACTICE, serverWith } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-12-20T12:00:00+01:00"));

const WINTER: Holiday = {
  kind: "SCHOOL",
  name: "Weihnachtsferien",
  from: "2026-12-23",
  to: "2027-01-09",
};
const BOXING_DAY: Holiday = {
  kind: "PUBLIC",
  name: "2. Weihnachtstag",
  from: "2026-12-26",
  to: "2026-12-26",
};
const NEW_YEAR: Holiday = {
  kind: "PUBLIC",
  name: "Neujahrstag",
  from: "2027-01-01",
  to: "2027-01-01",
};
const BOTH = holidaysOf([WINTER, BOXING_DAY, NEW_YEAR]);
const MEETING = {
  ...PRACTICE,
  startDateTime: "2026-12-28T19:00:00+01:00",
  endDateTime: "2026-12-28T21:00:00+01:00",
};

interface Options {
  holidays?: typeof BOTH;
  as?: Permission[];
  viewport?: "phone";
}

async function open(query = "", { holidays = BOTH, as = [], viewport }: Options = {}) {
  const api = serverWith({ events: [MEETING], holidays });
  await renderPage(calendars, `/calendars${query}`, {
    api,
    as: ["QUERY_CALENDAR", ...as],
    // The board reaches into the frame's margin.
    ...(viewport && { viewport, frame: "shell" }),
  });
  return api;
}

const toggle = () => page.getByRole("switch", { name: "Ferien und Feiertage" });
const winter = () => page.getByText("Weihnachtsferien", { exact: true });

test("the month names school holidays in each row and public holidays on their day", async () => {
  const api = await open();
  await expect.element(page.getByText("2. Weihnachtstag")).toBeVisible();
  // Before and after public holidays, and anew in the following week.
  await expect.poll(() => winter().elements().length).toBe(4);
  const day = document.querySelector('[role="cell"][data-date="2026-12-26"]');
  const { left = 0, right = 0 } = day?.getBoundingClientRect() ?? {};
  const name = page.getByText("2. Weihnachtstag").element().getBoundingClientRect();
  expect(name.left).toBeGreaterThan(left);
  expect(name.right).toBeLessThan(right);
  await expect.element(page.getByRole("link", { name: /Probe/ })).toBeVisible();
  expect(api.calls(holidaysContract.listHolidays)[0]?.query).toEqual({
    from: "2026-01-01",
    to: "2027-12-31",
  });
  await expectAccessible("the month with holidays");
});

test("the month before and after has them too, in days that are not its own", async () => {
  await open("?view=month&date=2027-01-15");
  await expect.element(page.getByText("Neujahrstag")).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Probe/ })).toBeVisible();
  await expectAccessible("the month after");
});

test("the switch takes them away, and says where they come from", async () => {
  await open();
  await expect.element(toggle()).toBeChecked();
  await expect
    .element(page.getByRole("link", { name: "Kultusministerium" }))
    .toHaveAttribute("href", "https://example.org/ferien");
  await expect.element(page.getByText(/Schulferien bis 07\.09\.2030/)).toBeVisible();
  await toggle().click();
  await expect.poll(() => winter().elements().length).toBe(0);
  await expect.element(page.getByText("2. Weihnachtstag")).not.toBeInTheDocument();
});

test("stay hidden on a device that has switched them off", async () => {
  window.localStorage.setItem("showHolidays", "false");
  await open();
  await expect.element(toggle()).not.toBeChecked();
  await expect.element(page.getByRole("link", { name: /Probe/ })).toBeVisible();
  expect(winter().elements()).toEqual([]);
});

test("the week names them in the heads of its days, where no event hides them", async () => {
  await open("?view=week&date=2026-12-28");
  await expect.element(winter().first()).toBeVisible();
  await expectAccessible("the week with holidays");
});

test("the list names the holiday beside the day of an event", async () => {
  await open("?view=list&date=2026-12-20");
  await expect.element(page.getByText("Montag, Weihnachtsferien")).toBeVisible();
});

test("the list names the day itself and not the one after it", async () => {
  const at = (day: string) => ({
    startDateTime: `2026-12-${day}T19:00:00+01:00`,
    endDateTime: `2026-12-${day}T21:00:00+01:00`,
  });
  const events = ["22", "23", "26"].map((day) => ({
    ...PRACTICE,
    ...at(day),
    id: `${PRACTICE.id.slice(0, -2)}${day}`,
  }));
  const api = serverWith({ events, holidays: BOTH });
  await renderPage(calendars, "/calendars?view=list&date=2026-12-20", {
    api,
    as: ["QUERY_CALENDAR"],
  });
  await expect.element(page.getByText("Dienstag", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Mittwoch, Weihnachtsferien")).toBeVisible();
  await expect.element(page.getByText("Samstag, 2. Weihnachtstag")).toBeVisible();
});

test("the year says them with the day", async () => {
  await open("?view=year&date=2026-12-20");
  await expect
    .element(page.getByRole("button", { name: "26.12.2026, 2. Weihnachtstag" }))
    .toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "28.12.2026, Weihnachtsferien, 1 Termin" }))
    .toBeVisible();
  await expectAccessible("the year with holidays");
});

test("the day by itself names its holiday", async () => {
  await open("?view=day&date=2026-12-30");
  await expect.element(winter().first()).toBeVisible();
});

test("a phone has room for them", async () => {
  await open("?view=month&date=2026-12-20", { viewport: "phone" });
  await expect.element(winter().first()).toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: /Probe/ })).toBeVisible();
  await expectNoSidewaysScroll(320);
  await expectAccessible("the month with holidays on a phone");
});

test("without a Land who can choose it is shown the way", async () => {
  const none = { region: null, holidays: [], until: null, source: null };
  await open("", { holidays: none, as: ["MANAGE_TENANT"] });
  await expect
    .element(page.getByRole("link", { name: "Bundesland wählen" }))
    .toHaveAttribute("href", "/settings");
  await expect.element(toggle()).not.toBeInTheDocument();
});

test("without a Land others are shown nothing of it", async () => {
  const api = await open("", {
    holidays: { region: null, holidays: [], until: null, source: null },
  });
  await expect.element(page.getByRole("link", { name: /Probe/ })).toBeVisible();
  await expect.poll(() => api.calls(holidaysContract.listHolidays).length).toBeGreaterThan(0);
  expect(page.getByRole("link", { name: "Bundesland wählen" }).elements()).toEqual([]);
  expect(toggle().elements()).toEqual([]);
});

test("the calendar is there when holidays cannot be told", async () => {
  const api = serverWith({ events: [MEETING] });
  api.refuse(holidaysContract.listHolidays, { code: "INTERNAL" });
  await renderPage(calendars, "/calendars", { api, as: ["QUERY_CALENDAR"] });
  await expect.element(page.getByRole("link", { name: /Probe/ })).toBeVisible();
});
