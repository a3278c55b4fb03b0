import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Permission } from "#platform/contract/permissions.ts";
import { expectAccessible, renderPage } from "#platform/web/testing.ts";
import { type HolidayFeed, type Holidays, holidaysContract } from "../../holiday-contract.ts";
import calendars from "../module.tsx";
import { holidaysOf, serverWith } from "../testing.ts";

const ADDRESS = "https://schule.example.org/ferien.ics";
const NONE: HolidayFeed = { url: null, fetchedAt: null, problem: null, holidays: 0 };
const TAKEN: HolidayFeed = {
  url: ADDRESS,
  fetchedAt: "2026-11-20T10:00:00+01:00",
  problem: null,
  holidays: 14,
};

interface Options {
  holidays?: Holidays;
  as?: Permission[];
}

async function open(feed: HolidayFeed, { holidays = holidaysOf([]), as }: Options = {}) {
  const api = serverWith({ holidays });
  api.answer(holidaysContract.getHolidayFeed, feed);
  await renderPage(calendars, "/calendars", {
    api,
    as: ["QUERY_CALENDAR", ...(as ?? ["MANAGE_TENANT" as const])],
  });
  return api;
}

const button = () => page.getByRole("button", { name: "Eigener Ferienkalender" });
const dialog = () => page.getByRole("dialog", { name: "Eigener Ferienkalender" });
const address = () => dialog().getByLabelText("Adresse des Ferienkalenders (ICS)");

test("an address is given, also as calendar programs write it", async () => {
  const api = await open(NONE);
  api.answer(holidaysContract.putHolidayFeed, { ...NONE, url: ADDRESS });
  await button().click();
  await expect.element(address()).toHaveValue("");
  await expectAccessible("the dialog of the feed");
  await address().fill(" webcal://schule.example.org/ferien.ics ");
  api.answer(holidaysContract.getHolidayFeed, { ...NONE, url: ADDRESS });
  await dialog().getByRole("button", { name: "Übernehmen" }).click();
  await expect.element(page.getByText("Der Ferienkalender wird jetzt gelesen.")).toBeVisible();
  expect(api.calls(holidaysContract.putHolidayFeed).map(({ body }) => body)).toEqual([
    { url: ADDRESS },
  ]);
  await expect
    .element(dialog().getByRole("status"))
    .toMatchTextContent("Der Kalender wird gerade gelesen …");
});

test("without an address nothing is sent; what the server refuses stands at the field", async () => {
  const api = await open(NONE);
  await button().click();
  await dialog().getByRole("button", { name: "Übernehmen" }).click();
  await expect
    .element(address())
    .toHaveAccessibleDescription("Bitte geben Sie die Adresse des Kalenders an.");
  expect(api.calls(holidaysContract.putHolidayFeed)).toHaveLength(0);
  const message = "Bitte eine Adresse angeben, die mit https:// beginnt.";
  api.refuse(holidaysContract.putHolidayFeed, {
    code: "VALIDATION_FAILED",
    errors: [{ path: "url", code: "INVALID", message }],
  });
  await address().fill("ferien.ics");
  await dialog().getByRole("button", { name: "Übernehmen" }).click();
  await expect.element(address()).toHaveAccessibleDescription(message);
});

test("says what was taken over, and gives way to the Land again", async () => {
  const api = await open(TAKEN);
  api.answer(holidaysContract.deleteHolidayFeed);
  await button().click();
  await expect
    .element(dialog().getByText(/^14 Einträge, übernommen am 20\.11\.2026/))
    .toBeVisible();
  await dialog().getByRole("button", { name: "Ferienkalender entfernen" }).click();
  await expect
    .element(page.getByText("Es gelten wieder die Schulferien des Bundeslandes."))
    .toBeVisible();
  expect(api.calls(holidaysContract.deleteHolidayFeed)).toHaveLength(1);
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("says why it could not be read, and what counts meanwhile", async () => {
  await open({ ...TAKEN, problem: "Den Server dieser Adresse gibt es nicht." });
  await button().click();
  await expect
    .element(dialog().getByRole("alert"))
    .toMatchTextContent(
      /Den Server dieser Adresse gibt es nicht\. Es gilt weiter, was davor darin stand: 14 Einträge/,
    );
  await expectAccessible("the dialog of a feed that fails");
});

test("others see whose holidays they are, and no way to change them", async () => {
  const source = { title: "Eigener Ferienkalender", url: null };
  await open(TAKEN, { holidays: { ...holidaysOf([]), source }, as: [] });
  await expect.element(page.getByText(/Schulferien bis 07\.09\.2030/)).toBeVisible();
  expect(button().elements()).toEqual([]);
});
