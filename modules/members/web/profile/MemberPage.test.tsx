import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Permission } from "#platform/contract/permissions.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract, type User } from "../../contract.ts";
import { groupsContract } from "../../groups-contract.ts";
import members from "../module.tsx";
import { clubWith, customFieldOf, memberOf, OFFICE } from "../testing.ts";

const lists = {
  countries: [
    { value: "DE", label: "Deutschland" },
    { value: "AT", label: "Österreich" },
  ],
};
const ANNA = memberOf();
const address = `/users/${ANNA.id}`;
const heading = () => page.getByRole("heading", { level: 1 });
const button = (name: string) => page.getByRole("button", { name });
const items = () =>
  page
    .getByRole("menuitem")
    .elements()
    .map((item) => item.textContent);

interface Given {
  api?: FakeApi;
  as?: readonly Permission[];
  search?: string;
  viewport?: "desktop" | "phone";
}

async function openProfile(user: User, given: Given = {}) {
  const { api = clubWith(), as = OFFICE, search = "", viewport = "desktop" } = given;
  api.answer(usersContract.getUser, user);
  const shown = await renderPage(members, `/users/${user.id}${search}`, {
    api,
    as,
    lists,
    viewport,
  });
  await expect.element(heading()).toBeVisible();
  return { api, shown };
}

afterEach(() => void vi.restoreAllMocks());

describe("what the profile shows", () => {
  test("person, contact, membership and bank as text, with links to write and to call", async () => {
    vi.setSystemTime("2026-05-16T12:00:00+02:00");
    const customFields = [customFieldOf()];
    await openProfile(
      { ...ANNA, title: "Dr.", customFields: { trikot: "L" }, can: ["SEE_PROTECTED"] },
      { api: clubWith({ customFields }) },
    );
    await expect.element(heading()).toMatchTextContent("Dr. Anna Kurz");
    // The day before the birthday.
    await expect.element(page.getByText("17.05.1990 (35 Jahre)")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "anna.kurz@example.org" }))
      .toHaveAttribute("href", "mailto:anna.kurz@example.org");
    await expect
      .element(page.getByRole("link", { name: "07161 4711" }))
      .toHaveAttribute("href", "tel:071614711");
    await expect.element(page.getByText("DE02 1203 0000 0000 2020 51")).toBeVisible();
    await expect.element(page.getByText("Trikotgröße")).toBeVisible();
    await expect
      .element(page.getByText(/Zuletzt geändert am 20\.11\.2026 .* von Otto Lang/))
      .toBeVisible();
    await expectAccessible("a profile");
  });

  test("an address abroad names its country", async () => {
    await openProfile({ ...ANNA, country: "AT", city: "Wien", postalCode: "1010" });
    await expect.element(page.getByText(/Hauptstraße 1\s+1010 Wien\s+Österreich/)).toBeVisible();
  });

  test("bank data and notes are for those who may see them", async () => {
    await openProfile({ ...ANNA, notes: "Zahlt bar." }, { as: ["QUERY_USER"] });
    await expect.element(page.getByText("Kontakt und Adresse")).toBeVisible();
    expect(page.getByText("Bankverbindung").elements()).toEqual([]);
    expect(page.getByText("Zahlt bar.").elements()).toEqual([]);
  });

  test("who leaves at the end of the year is a member until then, in head and facts", async () => {
    await openProfile({ ...ANNA, leftOn: "2026-12-31" });
    await expect.element(page.getByText("aktiv bis 31.12.2026").first()).toBeVisible();
    expect(page.getByText("aktiv bis 31.12.2026").elements()).toHaveLength(2);
  });

  test("numbers that an import has stored are read as people write them, and dialled whole", async () => {
    await openProfile({ ...ANNA, phone: "+4971614711", mobile: "+436641234567" });
    await expect
      .element(page.getByRole("link", { name: "07161 4711" }))
      .toHaveAttribute("href", "tel:+4971614711");
    await expect.element(page.getByRole("link", { name: "+43 664 1234567" })).toBeVisible();
  });

  test("who died has no age any more", async () => {
    await openProfile({ ...ANNA, deceasedOn: "2025-03-01" });
    await expect.element(page.getByText("17.05.1990", { exact: true })).toBeVisible();
    await expect.element(page.getByText("Verstorben am")).toBeVisible();
  });

  test("long names and words without end fit the smallest phone", async () => {
    const lastname = `Freifrau-von-und-zu-${"Hohenstein".repeat(5)}`;
    const email = `${"sehrlang".repeat(10)}@example.org`;
    await openProfile({ ...ANNA, lastname, email, can: ["EDIT", "DELETE"] }, { viewport: "phone" });
    await expectAccessible("a profile on the phone");
    await expectNoSidewaysScroll(320);
  });

  test("a member that is not there leads to the list, and to the trash who may look there", async () => {
    const api = new FakeApi();
    api.refuse(usersContract.getUser, { code: "NOT_FOUND" });
    await renderPage(members, address, { api, as: ["QUERY_USER"] });
    await expect
      .element(page.getByText("Dieses Mitglied gibt es nicht oder es liegt im Papierkorb."))
      .toBeVisible();
    await expect.element(page.getByRole("link", { name: "Zur Mitgliederliste" })).toBeVisible();
    expect(page.getByRole("link", { name: "Zum Papierkorb" }).elements()).toEqual([]);
  });

  test("after a failure the reader tries again", async () => {
    const api = clubWith();
    api.refuse(usersContract.getUser, { code: "INTERNAL" });
    await renderPage(members, address, { api, as: OFFICE, lists });
    await expect.element(button("Erneut versuchen")).toBeVisible();
    api.answer(usersContract.getUser, ANNA);
    await button("Erneut versuchen").click();
    await expect.element(heading()).toMatchTextContent("Anna Kurz");
  });
});

describe("what the server allows with this member", () => {
  test("nothing: no button but the data sheet, and no history", async () => {
    await openProfile(ANNA, { as: OFFICE });
    expect(page.getByRole("link", { name: "Bearbeiten" }).elements()).toEqual([]);
    expect(page.getByRole("link", { name: "Nachricht schreiben" }).elements()).toEqual([]);
    expect(page.getByRole("tab", { name: "Historie" }).elements()).toEqual([]);
    await button("Mehr").click();
    await expect.element(page.getByRole("menuitem", { name: "Datenblatt drucken" })).toBeVisible();
    expect(items()).toEqual(["Datenblatt drucken"]);
  });

  test("everything", async () => {
    const can: User["can"] = ["EDIT", "WRITE_MESSAGE", "EXPORT", "DELETE", "SEE_HISTORY"];
    await openProfile({ ...ANNA, can });
    await expect
      .element(page.getByRole("link", { name: "Nachricht schreiben" }))
      .toHaveAttribute("href", `/messaging/compose?recipients=${ANNA.id}`);
    await expect
      .element(page.getByRole("link", { name: "Bearbeiten" }))
      .toHaveAttribute("href", `${address}/edit`);
    await expect.element(page.getByRole("tab", { name: "Historie" })).toBeVisible();
    await button("Mehr").click();
    await expect
      .element(page.getByRole("menuitem", { name: "In den Papierkorb legen" }))
      .toBeVisible();
    expect(items()).toEqual([
      "Datenblatt drucken",
      "DSGVO-Auskunft herunterladen",
      "In den Papierkorb legen",
      "Löschen und anonymisieren",
    ]);
  });

  test("the tab stands in the address, and one of nonsense is the first", async () => {
    const api = clubWith();
    api.answer(groupsContract.listUserMemberships, []);
    const { shown } = await openProfile(ANNA, { api, search: "?tab=lottozahlen" });
    await expect
      .element(page.getByRole("tab", { name: "Stammdaten" }))
      .toHaveAttribute("aria-selected", "true");
    (page.getByRole("tab", { name: "Stammdaten" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByText("Zurzeit in keiner Gruppe.")).toBeVisible();
    expect(shown.search()).toEqual({ tab: "groups" });
  });
});

describe("into the trash", () => {
  async function trash(api = clubWith()) {
    api.answer(usersContract.deleteUser);
    const opened = await openProfile({ ...ANNA, can: ["DELETE"] }, { api });
    await button("Mehr").click();
    await page.getByRole("menuitem", { name: "In den Papierkorb legen" }).click();
    return opened;
  }

  test("the reader is on the list, reads it and can take it back", async () => {
    const { api, shown } = await trash();
    await expect.element(page.getByText("Anna Kurz liegt im Papierkorb.")).toBeVisible();
    expect(shown.address()).toBe("/users");
    expect(api.calls(usersContract.deleteUser)).toMatchObject([{ params: { id: ANNA.id } }]);
    api.answer(usersContract.restoreUser, ANNA);
    await button("Rückgängig").click();
    await expect.poll(() => api.calls(usersContract.restoreUser)).toHaveLength(1);
    await expect.element(page.getByText("Anna Kurz liegt im Papierkorb.")).not.toBeInTheDocument();
  });

  test("a refusal leaves the profile open and stands in the red list", async () => {
    const api = clubWith();
    const opened = await openProfile({ ...ANNA, can: ["DELETE"] }, { api });
    const detail = "Der Verein braucht mindestens eine Administratorin.";
    api.refuse(usersContract.deleteUser, { code: "UNPROCESSABLE", as: "LAST_ADMIN", detail });
    await button("Mehr").click();
    await page.getByRole("menuitem", { name: "In den Papierkorb legen" }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(detail);
    expect(opened.shown.address()).toBe(address);
  });
});

test("the person's file is downloaded under their number and name", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const api = clubWith();
  api.answer(usersContract.exportUserData, new Blob(["PK"]));
  await openProfile({ ...ANNA, can: ["EXPORT"] }, { api });
  await button("Mehr").click();
  await page.getByRole("menuitem", { name: "DSGVO-Auskunft herunterladen" }).click();
  await expect.element(page.getByText("Die Auskunft ist heruntergeladen.")).toBeVisible();
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe(
    "Auskunft 1001 Anna Kurz.zip",
  );
});

describe("the data sheet", () => {
  test("is everything but the notes, with a line to sign", async () => {
    const api = clubWith();
    const group = {
      id: ANNA.id,
      name: "Chor",
      groupName: null,
      function: "Alt",
      from: "2020-01-01",
      to: null,
      leader: false,
    };
    const user = { ...ANNA, groups: [group], notes: "Zahlt bar.", can: ["SEE_PROTECTED" as const] };
    api.answer(usersContract.getUser, user);
    await renderPage(members, `${address}/data-sheet`, { api, as: OFFICE, lists });
    await expect.element(heading()).toMatchTextContent("Anna Kurz");
    await expect.element(page.getByText(/^Alt, /)).toBeVisible();
    await expect.element(page.getByText("Datum, Unterschrift")).toBeInTheDocument();
    expect(document.body.textContent).not.toContain("Zahlt bar.");
    await expectAccessible("a data sheet");
  });

  test("fits the smallest phone", async () => {
    const api = clubWith();
    api.answer(usersContract.getUser, ANNA);
    const viewport = "phone";
    await renderPage(members, `${address}/data-sheet`, { api, as: OFFICE, lists, viewport });
    await expect.element(heading()).toBeVisible();
    await expectNoSidewaysScroll(320);
  });
});
