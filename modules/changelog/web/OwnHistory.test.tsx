import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { idOf } from "#modules/members/web/testing.ts";
import { toPage } from "#platform/contract/paging.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderComponent,
} from "#platform/web/testing.ts";
import { changelogContract, type OwnChange } from "../contract.ts";
import { OwnHistory } from "./OwnHistory.tsx";

const ANNA = { id: idOf(1), name: "Anna Kurz" };

function changeOf(number: number): OwnChange {
  return {
    id: idOf(900 + number),
    at: "2026-11-22T18:30:00+01:00",
    actor: { name: "Otto Lang", kind: "USER" },
    way: "UI",
    operation: "UPDATE",
    record: { type: "USER", ...ANNA },
    user: ANNA,
    changes: [
      {
        field: "street",
        label: "Straße",
        oldValue: "Hauptstraße 1",
        newValue: `Nebenweg ${number}`,
        masked: false,
      },
      { field: "iban", label: "IBAN", oldValue: null, newValue: null, masked: true },
    ],
  };
}

function serverWith(changes: OwnChange[]): FakeApi {
  const api = new FakeApi();
  api.answer(changelogContract.listMyChanges, ({ query }) => {
    const begin = query.page * query.size;
    return toPage(changes.slice(begin, begin + query.size), changes.length, query);
  });
  return api;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => changeOf(index + 1));
const entries = () => page.getByRole("list", { name: "Änderungen" });

test("says who changed what and when; nothing can be taken back and no one is linked", async () => {
  await renderComponent(<OwnHistory />, { api: serverWith(many(1)) });
  const entry = entries().getByRole("listitem").first();
  await expect.element(entry).toMatchTextContent("Mitglied geändert");
  await expect.element(entry).toMatchTextContent("22.11.2026 18:30 Uhr · Otto Lang · Verwaltung");
  await expect.element(entry).toMatchTextContent(/StraßeHauptstraße 1.*Nebenweg 1/);
  await expect.element(entry).toMatchTextContent("IBANgeändert, Werte für Sie nicht sichtbar");
  expect(page.getByRole("button").elements()).toEqual([]);
  expect(page.getByRole("link").elements()).toEqual([]);
  await expectAccessible("one's own history");
});

test("a membership is named by its group, without one's own name", async () => {
  const membership: OwnChange = {
    ...changeOf(1),
    operation: "CREATE",
    record: { type: "MEMBERSHIP", id: idOf(2), name: "Anna Kurz in Chor" },
    changes: [],
  };
  await renderComponent(<OwnHistory />, { api: serverWith([membership]) });
  await expect.element(page.getByText("Zugehörigkeit zu Chor angelegt")).toBeVisible();
  expect(document.body.textContent).not.toContain("Anna Kurz");
});

test("five at a time", async () => {
  await renderComponent(<OwnHistory />, { api: serverWith(many(6)) });
  await expect.element(page.getByText("Nebenweg 5")).toBeVisible();
  expect(page.getByText("Nebenweg 6").elements()).toEqual([]);
  await page.getByRole("button", { name: "Seite 2" }).click();
  await expect.element(page.getByText("Nebenweg 6")).toBeVisible();
});

test("says that nothing was changed yet", async () => {
  await renderComponent(<OwnHistory />, { api: serverWith([]) });
  await expect.element(page.getByText("An Ihren Daten wurde noch nichts geändert.")).toBeVisible();
});

test("that can't be loaded is asked for again", async () => {
  const api = new FakeApi();
  api.refuse(changelogContract.listMyChanges, { code: "INTERNAL" });
  await renderComponent(<OwnHistory />, { api });
  const again = page.getByRole("button", { name: "Erneut versuchen" });
  await expect.element(again).toBeVisible();
  api.answer(changelogContract.listMyChanges, ({ query }) => toPage(many(1), 1, query));
  await again.click();
  await expect.element(page.getByText("Nebenweg 1")).toBeVisible();
});

test("on a phone nothing is wider than it", async () => {
  await renderComponent(<OwnHistory />, { api: serverWith(many(6)), viewport: "phone" });
  await expect.element(page.getByText("Nebenweg 5")).toBeVisible();
  await expectNoSidewaysScroll(320);
});
