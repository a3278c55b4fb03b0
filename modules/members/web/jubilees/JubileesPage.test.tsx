import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { z } from "zod";
import { toPage } from "#platform/contract/paging.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type jubilee } from "../../contract.ts";
import members from "../module.tsx";
import { idOf } from "../testing.ts";

type Jubilee = z.infer<typeof jubilee>;

const ANNA = {
  id: idOf(1),
  memberNumber: "1001",
  firstname: "Anna",
  lastname: "Kurz",
  hasProfilePicture: false,
};
const FIFTY: Jubilee = {
  kind: "BIRTHDAY",
  date: "2026-11-30",
  years: 50,
  round: true,
  user: ANNA,
};
const ONE_YEAR: Jubilee = { ...FIFTY, kind: "MEMBERSHIP", years: 1, round: false };

async function openPage(
  rows: Jubilee[],
  { search = "", viewport = "desktop" }: { search?: string; viewport?: "desktop" | "phone" } = {},
) {
  vi.setSystemTime("2026-11-22T12:00:00+01:00");
  const api = new FakeApi();
  api.answer(usersContract.searchJubilees, ({ query }) => toPage(rows, rows.length, query));
  const shown = await renderPage(members, `/users/jubilees${search}`, {
    api,
    as: ["QUERY_USER"],
    viewport,
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { api, shown };
}

const lastQuery = (api: FakeApi) => api.calls(usersContract.searchJubilees).at(-1)?.query;
const row = (text: string) => page.getByRole("row").filter({ hasText: text });

test("without a choice the next thirty days are shown, round ones in bold", async () => {
  const { api } = await openPage([FIFTY, ONE_YEAR]);
  await expect.element(page.getByText("2 Anlässe vom 22.11.2026 bis 22.12.2026")).toBeVisible();
  await expect.element(row("50. Geburtstag")).toMatchTextContent("Kurz, Anna30.11.2026");
  expect(row("50. Geburtstag").element().querySelector("strong")).not.toBe(null);
  await expect.element(row("1 Jahr Mitglied")).toBeVisible();
  expect(row("1 Jahr Mitglied").element().querySelector("strong")).toBe(null);
  expect(lastQuery(api)).toMatchObject({ from: "2026-11-22", to: "2026-12-22", roundOnly: false });
  await expectAccessible("jubilees");
});

describe("the choice stands in the address", () => {
  test("kind and round ones", async () => {
    const { api, shown } = await openPage([FIFTY], { search: "?page=4" });
    await page.getByText("Mitgliedschaften", { exact: true }).click();
    await page.getByRole("checkbox", { name: "nur runde" }).click();
    await expect
      .poll(() => shown.search())
      .toEqual({ kind: "MEMBERSHIP", roundOnly: "true", page: "0" });
    await expect.poll(() => lastQuery(api)).toMatchObject({ kind: "MEMBERSHIP", roundOnly: true });
    await page.getByText("Alles", { exact: true }).click();
    await expect.poll(() => shown.search()).not.toHaveProperty("kind");
  });

  test("the period, typed as people do", async () => {
    const { api, shown } = await openPage([FIFTY]);
    await page.getByLabelText("Von").fill("1.1.27");
    await userEvent.keyboard("{Tab}");
    await expect.poll(() => shown.search()["from"]).toBe("2027-01-01");
    await expect.poll(() => lastQuery(api)).toMatchObject({ from: "2027-01-01", to: "2027-01-31" });
  });

  test("an end before the beginning and nonsense are mended instead of sent", async () => {
    const { api } = await openPage([FIFTY], {
      search: "?from=2026-06-01&to=2026-05-01&kind=NAMENSTAG",
    });
    await expect.element(row("50. Geburtstag")).toBeVisible();
    expect(lastQuery(api)).toMatchObject({ from: "2026-06-01", to: "2026-07-01" });
    expect(lastQuery(api)).not.toHaveProperty("kind");
  });
});

test("a period without any occasion says so", async () => {
  await openPage([]);
  await expect
    .element(page.getByText("In diesem Zeitraum gibt es keine Geburtstage und Jubiläen."))
    .toBeVisible();
});

test("on the phone the choices and cards fit", async () => {
  await openPage([FIFTY], { viewport: "phone" });
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Kurz, Anna" }))
    .toMatchTextContent("30.11.202650. Geburtstag");
  await expectAccessible("jubilees on the phone");
  await expectNoSidewaysScroll(320);
});
