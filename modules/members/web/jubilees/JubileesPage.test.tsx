import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Permission } from "#platform/contract/permissions.ts";
import { toPage } from "#platform/contract/paging.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { takeOver } from "#platform/web/handover.ts";
import { type Jubilee, usersContract } from "../../contract.ts";
import members from "../module.tsx";
import { idOf } from "../testing.ts";

const ANNA = {
  id: idOf(1),
  memberNumber: "1001",
  firstname: "Anna",
  lastname: "Kurz",
  hasProfilePicture: false,
  email: "anna@example.org",
  phone: "+4971614711",
  mobile: null,
  street: "Hauptstraße 1",
  addressAddition: null,
  postalCode: "73033",
  city: "Göppingen",
  country: "DE",
};
const FIFTY: Jubilee = {
  kind: "BIRTHDAY",
  date: "2026-11-30",
  years: 50,
  round: true,
  user: ANNA,
};
const ONE_YEAR: Jubilee = { ...FIFTY, kind: "MEMBERSHIP", years: 1, round: false };

interface Opening {
  search?: string;
  viewport?: "desktop" | "phone";
  as?: Permission[];
}

async function openPage(
  rows: Jubilee[],
  { search = "", viewport = "desktop", as = ["QUERY_USER"] }: Opening = {},
) {
  vi.setSystemTime("2026-11-22T12:00:00+01:00");
  const api = new FakeApi();
  api.answer(usersContract.searchJubilees, ({ query }) => toPage(rows, rows.length, query));
  const shown = await renderPage(members, `/users/jubilees${search}`, {
    api,
    as,
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

describe("a year", () => {
  const year = () => page.getByRole("combobox", { name: "Zeitraum" });

  test("is chosen from a list, begins with the round ones, and is left again", async () => {
    const { api, shown } = await openPage([FIFTY]);
    await expect.element(year()).toHaveValue("Nächste 30 Tage");
    await year().click();
    await page.getByRole("option", { name: "2027" }).click();
    await expect
      .poll(() => lastQuery(api))
      .toMatchObject({ from: "2027-01-01", to: "2027-12-31", roundOnly: true });
    await expect.element(page.getByRole("checkbox", { name: "nur runde" })).toBeChecked();
    await year().click();
    await page.getByRole("option", { name: "Nächste 30 Tage" }).click();
    await expect.poll(() => shown.search()).toEqual({ roundOnly: "true", page: "0" });
  });

  test("of any time is named, and another period is one", async () => {
    await openPage([FIFTY], { search: "?from=2050-01-01&to=2050-12-31" });
    await expect.element(year()).toHaveValue("2050");
    await page.getByLabelText("Bis").fill("30.6.2050");
    await userEvent.keyboard("{Tab}");
    await expect.element(year()).toHaveValue("Von – bis");
  });
});

describe("with selected ones", () => {
  const OTTO = { ...ANNA, id: idOf(2), firstname: "Otto", lastname: "Lang" };
  const ROWS = [FIFTY, { ...ONE_YEAR, date: "2026-12-01" }, { ...FIFTY, user: OTTO }];
  const choose = (name: string) => row(name).getByRole("checkbox").first().click();
  afterEach(() => void vi.restoreAllMocks());

  test("who may write writes to them, each once", async () => {
    const { shown } = await openPage(ROWS, { as: ["QUERY_USER", "SEND_MESSAGE"] });
    await page.getByRole("checkbox", { name: /Alle/ }).first().click();
    await expect.element(page.getByText("3 Anlässe ausgewählt")).toBeVisible();
    await expect
      .element(page.getByRole("button", { name: "Herunterladen" }))
      .not.toBeInTheDocument();
    await page.getByRole("button", { name: "Nachricht schreiben" }).click();
    await expect.poll(() => shown.address()).toMatch(/^\/messaging\/compose\?/);
    const handedOver = takeOver(String(shown.search()["from"]));
    expect(handedOver).toEqual({ ids: [idOf(1), idOf(2)] });
  });

  test("a file has the chosen occasions in their order", async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const { api } = await openPage(ROWS, { as: ["QUERY_USER", "MANAGE_EXPORTS"] });
    api.answer(usersContract.exportJubilees, new Blob(["Anlass"]));
    await choose("Lang, Otto");
    await page.getByRole("button", { name: "Herunterladen" }).click();
    await page.getByRole("menuitem", { name: /XLSX/ }).click();
    await expect.poll(() => clicked.mock.calls.length).toBe(1);
    expect(api.calls(usersContract.exportJubilees)[0]?.body).toEqual({
      occasions: [{ userId: idOf(2), kind: "BIRTHDAY", date: "2026-11-30" }],
      format: "XLSX",
    });
  });

  test("who may only look has letters to print, and nothing else", async () => {
    await openPage(ROWS);
    await choose("Lang, Otto");
    await expect.element(page.getByRole("button", { name: "Briefe" })).toBeVisible();
    for (const name of ["Herunterladen", "Nachricht schreiben"])
      await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
  });

  test("letters are suggested by their occasion, and remembered as they were written", async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const { api } = await openPage([FIFTY, { ...FIFTY, user: { ...OTTO, street: "", city: "" } }]);
    api.answer(usersContract.printLetters, new Blob(["%PDF"]));
    const begin = async () => {
      await page.getByRole("button", { name: "Briefe" }).click();
      await expect.element(page.getByRole("dialog", { name: "Briefe" })).toBeVisible();
    };
    const text = () => page.getByRole("textbox", { name: "Text" });
    await page.getByRole("checkbox", { name: /Alle/ }).first().click();
    await begin();
    await expect
      .poll(() => (text().element() as HTMLTextAreaElement).value)
      .toMatch(/^zu Ihrem \{Anlass\} am \{Datum\}/);
    await expect
      .element(page.getByText("Ohne Anschrift, nur mit dem Namen: Otto Lang."))
      .toBeVisible();
    await expectAccessible("the letter's dialog");
    await text().fill("alles Gute, {Vorname}");
    await page.getByRole("button", { name: "2 Briefe als PDF" }).click();
    await expect
      .element(page.getByText("2 Briefe sind heruntergeladen, bereit zum Drucken."))
      .toBeVisible();
    expect(clicked).toHaveBeenCalledOnce();
    expect(api.calls(usersContract.printLetters)[0]?.body).toEqual({
      occasions: [
        { userId: idOf(1), kind: "BIRTHDAY", date: "2026-11-30" },
        { userId: idOf(2), kind: "BIRTHDAY", date: "2026-11-30" },
      ],
      subject: "Herzlichen Glückwunsch zum Geburtstag",
      text: "alles Gute, {Vorname}",
    });
    await begin();
    await expect.element(text()).toHaveValue("alles Gute, {Vorname}");
  });

  test("a word that the letter does not know is told at the text, which stays", async () => {
    const { api } = await openPage([FIFTY]);
    const message = "„{Ort}“ gibt es nicht.";
    api.refuse(usersContract.printLetters, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "text", code: "INVALID", message }],
    });
    await choose("Kurz, Anna");
    await page.getByRole("button", { name: "Briefe" }).click();
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("Grüße nach {Ort}");
    await page.getByRole("button", { name: "1 Brief als PDF" }).click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(text).toHaveValue("Grüße nach {Ort}");
    await page.getByRole("textbox", { name: "Betreff" }).fill(" ");
    await page.getByRole("button", { name: "1 Brief als PDF" }).click();
    await expect.element(page.getByText("Bitte schreiben Sie, worum es geht.")).toBeVisible();
    expect(api.calls(usersContract.printLetters)).toHaveLength(1);
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
