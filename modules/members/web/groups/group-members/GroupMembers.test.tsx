import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract } from "../../../contract.ts";
import { groupsContract, type Group, type Membership } from "../../../groups-contract.ts";
import { CHOIR, clubWith, idOf, OFFICE, rowOf } from "../../testing.ts";
import groups from "../module.tsx";

const ANNA: Membership = {
  id: idOf(801),
  user: {
    id: idOf(1),
    memberNumber: "1001",
    firstname: "Anna",
    lastname: "Kurz",
    email: "anna.kurz@example.org",
    phone: "07161 4711",
    mobile: null,
    hasProfilePicture: false,
  },
  function: "Alt",
  from: "2020-01-01",
  to: null,
  leader: true,
  can: ["EDIT", "DELETE"],
};
const EDITABLE: Group = { ...CHOIR, can: ["SEE_MEMBERS", "EDIT_MEMBERS"] };

interface Given {
  rows?: Membership[];
  group?: Group;
  as?: readonly Permission[];
  search?: string;
  viewport?: "desktop" | "phone";
}

async function openGroup(given: Given = {}) {
  const { rows = [ANNA], group = EDITABLE, as = OFFICE, search = "", viewport } = given;
  const api = clubWith();
  api.answer(groupsContract.getGroup, group);
  api.answer(groupsContract.searchGroupMembers, ({ query }) => toPage(rows, rows.length, query));
  api.answer(groupsContract.putGroupMember, ANNA);
  api.answer(groupsContract.deleteGroupMember);
  const shown = await renderPage(groups, `/groups/${group.id}${search}`, {
    api,
    as,
    ...(viewport && { viewport }),
  });
  await expect.element(region()).toBeVisible();
  return { api, shown };
}

const region = () => page.getByRole("region", { name: "Mitglieder der Gruppe" });
const row = () => page.getByRole("row").filter({ hasText: "Kurz, Anna" });
const button = (name: string) => page.getByRole("button", { name });
const panel = () => page.getByRole("dialog");
const lastQuery = (api: FakeApi) => api.calls(groupsContract.searchGroupMembers).at(-1)?.query;
const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });

test("printed are all that the filter finds, by name and without buttons", async () => {
  const print = vi.spyOn(window, "print").mockReturnValue();
  const everybody = Array.from({ length: 250 }, (_, at) => ({ ...ANNA, id: idOf(2000 + at) }));
  const { api } = await openGroup({ search: "?q=Kurz&past=true" });
  api.answer(groupsContract.searchGroupMembers, ({ query }) =>
    toPage(
      everybody.slice(query.page * query.size, (query.page + 1) * query.size),
      everybody.length,
      query,
    ),
  );
  await button("Liste drucken").click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(lastQuery(api)).toMatchObject({ q: "Kurz", includePast: true, page: 1, size: 200 });
  const rows = [...document.querySelectorAll("[data-print-sheet] tbody tr")];
  expect(rows).toHaveLength(250);
  expect(rows[0]?.firstElementChild?.textContent).toBe("Kurz, Anna");
  expect(document.querySelector("[data-print-sheet] thead")?.textContent).not.toContain("Aktionen");
  print.mockRestore();
});

describe("the people of a group", () => {
  test("with function, period and ways to reach them", async () => {
    await openGroup();
    await expect.element(row()).toMatchTextContent("Kurz, AnnaAltLeitung01.01.2020");
    await expect
      .element(row().getByRole("link", { name: "anna.kurz@example.org" }))
      .toHaveAttribute("href", "mailto:anna.kurz@example.org");
    await expect
      .element(row().getByRole("link", { name: "07161 4711" }))
      .toHaveAttribute("href", "tel:071614711");
    await expect
      .element(page.getByRole("link", { name: "Kurz, Anna" }))
      .toHaveAttribute("href", `/users/${ANNA.user.id}`);
    await expectAccessible("the people of a group");
  });

  test("who may not see profiles finds names without links; who may not edit, no buttons", async () => {
    const rows = [{ ...ANNA, can: [] }];
    await openGroup({ rows, group: { ...CHOIR, can: ["SEE_MEMBERS"] }, as: [] });
    await expect.element(row()).toBeVisible();
    expect(page.getByRole("link", { name: "Kurz, Anna" }).elements()).toEqual([]);
    expect(button("Mitglieder hinzufügen").elements()).toEqual([]);
    expect(page.getByRole("columnheader", { name: "Aktionen" }).elements()).toEqual([]);
  });

  test("a single person can be out of reach: no button in their row", async () => {
    await openGroup({ rows: [{ ...ANNA, can: [] }] });
    await expect.element(row()).toBeVisible();
    expect(row().getByRole("button").elements()).toEqual([]);
  });

  test("nor on their card on the phone", async () => {
    await openGroup({ rows: [{ ...ANNA, can: [] }], viewport: "phone" });
    await expect
      .element(page.getByRole("listitem").filter({ hasText: "Kurz, Anna" }))
      .toBeVisible();
    expect(button("Zugehörigkeit von Anna Kurz bearbeiten").elements()).toEqual([]);
  });

  test("nobody on that day is one thing, nobody found another", async () => {
    await openGroup({ rows: [] });
    await expect
      .element(page.getByText("An diesem Tag gehört niemand zu dieser Gruppe."))
      .toBeVisible();
  });

  test("search, day and former members stand in the address and are sent", async () => {
    const { api, shown } = await openGroup({ search: "?q=kurz&asOf=2020-06-30&past=true" });
    await expect.element(row()).toBeVisible();
    await expect.element(button("Stichtag 30.06.2020")).toBeVisible();
    await expect.element(button("Zeiträume auch frühere und künftige")).toBeVisible();
    expect(lastQuery(api)).toMatchObject({ q: "kurz", asOf: "2020-06-30", includePast: true });
    await button("Filter Zeiträume entfernen").click();
    await expect.poll(() => lastQuery(api)).toMatchObject({ includePast: false });
    await button("Funktion").click();
    await expect.poll(() => shown.search()).toMatchObject({ sort: "function", q: "kurz" });
  });

  test("nobody found names what was searched for", async () => {
    await openGroup({ rows: [], search: "?q=Schmidt" });
    await expect
      .element(page.getByText("Niemand in dieser Gruppe passt zu „Schmidt“."))
      .toBeVisible();
  });

  test("on the smallest phone as cards, with the telephone at hand", async () => {
    await openGroup({ viewport: "phone" });
    const card = page.getByRole("listitem").filter({ hasText: "Kurz, Anna" });
    await expect.element(card.getByRole("link", { name: "07161 4711" })).toBeVisible();
    await expectAccessible("the people of a group on the phone");
    await expectNoSidewaysScroll(320);
  });
});

describe("adding people", () => {
  async function openPanel() {
    const opened = await openGroup();
    await button("Mitglieder hinzufügen").click();
    await expect.element(people()).toBeVisible();
    return opened;
  }
  const people = () => panel().getByRole("combobox", { name: "Mitglieder (Pflichtangabe)" });
  const add = () => panel().getByRole("button", { name: "Hinzufügen" }).click();

  test("several at once, from today on, one search after the other", async () => {
    const { api } = await openPanel();
    const rows = [rowOf(), rowOf({ id: idOf(2), lastname: "Lang", memberNumber: "1002" })];
    api.answer(usersContract.searchUsers, ({ query }) => {
      const found = rows.filter(({ lastname }) => lastname.toLowerCase() === query.q);
      return toPage(found, found.length, query);
    });
    await people().fill("kurz");
    await page.getByRole("option", { name: /^Kurz, Anna/ }).click();
    await people().fill("lang");
    await page.getByRole("option", { name: /^Lang, Anna/ }).click();
    await panel().getByLabelText("Funktion").fill("Bass");
    api.answer(usersContract.bulkUsers, { changed: 1, unchanged: 1 });
    await add();
    await expect
      .element(page.getByText("1 Mitglied hinzugefügt. 1 Mitglied gehörte schon dazu."))
      .toBeVisible();
    expect(api.calls(usersContract.bulkUsers)[0]?.body).toEqual({
      ids: [idOf(1), idOf(2)],
      action: "ADD_TO_GROUP",
      groupId: CHOIR.id,
      function: "Bass",
      from: today(),
    });
    await expect.element(panel()).not.toBeInTheDocument();
  });

  test("needs at least one", async () => {
    const { api } = await openPanel();
    await add();
    await expect
      .element(panel().getByRole("alert"))
      .toMatchTextContent("Mitglieder: Bitte wählen Sie mindestens ein Mitglied.");
    await expectAccessible("the panel with an error");
    expect(api.calls(usersContract.bulkUsers)).toHaveLength(0);
  });
});

describe("a person's membership", () => {
  const edit = () => button("Zugehörigkeit von Anna Kurz bearbeiten").click();
  const save = () => panel().getByRole("button", { name: "Speichern" }).click();
  const puts = (api: FakeApi) => api.calls(groupsContract.putGroupMember).map(({ body }) => body);

  test("is changed in a panel: function, period, leadership", async () => {
    const { api } = await openGroup();
    await edit();
    await expect.element(panel().getByLabelText("Funktion")).toHaveFocus();
    await panel().getByLabelText("Funktion").fill("Sopran");
    await panel()
      .getByRole("switch", { name: /^Leitet die Gruppe/ })
      .click();
    await save();
    await expect
      .element(page.getByText("Die Zugehörigkeit von Anna Kurz ist gespeichert."))
      .toBeVisible();
    expect(puts(api)).toEqual([
      { membershipId: ANNA.id, function: "Sopran", from: "2020-01-01", to: null, leader: false },
    ]);
  });

  test("does not end before it begins", async () => {
    const { api } = await openGroup();
    await edit();
    await panel().getByLabelText("Bis").fill("31.12.2019");
    await userEvent.keyboard("{Tab}");
    await save();
    await expect
      .element(panel().getByRole("alert"))
      .toMatchTextContent("Bis: Das Ende liegt vor dem Anfang.");
    expect(puts(api)).toEqual([]);
  });

  test("ends today, and begins again when that is taken back", async () => {
    const { api } = await openGroup();
    await button("Zugehörigkeit von Anna Kurz beenden").click();
    await expect
      .element(page.getByText("Anna Kurz gehört ab heute nicht mehr zu „Chor“."))
      .toBeVisible();
    expect(api.calls(groupsContract.deleteGroupMember)).toMatchObject([
      { params: { id: CHOIR.id, userId: ANNA.user.id }, query: {} },
    ]);
    await button("Rückgängig").click();
    await expect.poll(() => puts(api)).toHaveLength(1);
    expect(puts(api)[0]).toMatchObject({ function: "Alt", from: "2020-01-01", leader: true });
  });

  test("in a group that opens more than one's own ends after a question, for good", async () => {
    const { api } = await openGroup({ group: { ...CHOIR, can: ["SEE_MEMBERS"] } });
    expect(button("Mitglieder hinzufügen").elements()).toEqual([]);
    await button("Zugehörigkeit von Anna Kurz beenden").click();
    await expect.element(panel()).toMatchTextContent(/Wieder hinzufügen können Sie niemanden/);
    expect(api.calls(groupsContract.deleteGroupMember)).toEqual([]);
    await panel().getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(panel()).not.toBeInTheDocument();
    expect(api.calls(groupsContract.deleteGroupMember)).toEqual([]);
    await button("Zugehörigkeit von Anna Kurz beenden").click();
    await panel().getByRole("button", { name: "Zugehörigkeit beenden" }).click();
    await expect
      .element(page.getByText("Anna Kurz gehört ab heute nicht mehr zu „Chor“."))
      .toBeVisible();
    expect(api.calls(groupsContract.deleteGroupMember)).toHaveLength(1);
    expect(button("Rückgängig").elements()).toEqual([]);
  });

  test("that never was is deleted from the panel, with the way back", async () => {
    const { api } = await openGroup();
    await edit();
    await panel().getByRole("button", { name: "Eintrag löschen" }).click();
    await expect
      .element(page.getByText("Der Eintrag von Anna Kurz in „Chor“ ist gelöscht."))
      .toBeVisible();
    expect(api.calls(groupsContract.deleteGroupMember)[0]?.query).toEqual({
      membershipId: ANNA.id,
    });
    await button("Rückgängig").click();
    await expect.poll(() => puts(api)).toHaveLength(1);
  });

  test("that is over can't be ended once more", async () => {
    await openGroup({ rows: [{ ...ANNA, to: "2021-12-31" }], search: "?past=true" });
    await expect.element(row()).toBeVisible();
    expect(button("Zugehörigkeit von Anna Kurz beenden").elements()).toEqual([]);
  });
});
