import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract } from "../../contract.ts";
import members from "../module.tsx";
import {
  clubWith,
  customFieldOf,
  idOf,
  manyRows,
  memberOf,
  OFFICE,
  rowOf,
  YOUTH,
} from "../testing.ts";

const search = () => page.getByRole("searchbox", { name: "Name, Nummer, E-Mail oder Ort" });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
/** What the list asked for last; the number of all members is asked for with one row. */
const lastQuery = (api: FakeApi) =>
  api
    .calls(usersContract.searchUsers)
    .map(({ query }) => query)
    .findLast(({ size }) => size > 1);
const headings = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map((cell) => cell.textContent)
    .filter((text) => text !== "");

async function openList(api: FakeApi, address = "/users", as: readonly string[] = OFFICE) {
  const shown = await renderPage(members, address, { api, as: as as typeof OFFICE });
  await expect.element(page.getByRole("heading", { level: 1, name: "Mitglieder" })).toBeVisible();
  return shown;
}

afterEach(() => void vi.restoreAllMocks());

describe("what the list shows", () => {
  test("name, number, status, groups, mail, town and birthday, and how many there are", async () => {
    const groups = [
      {
        id: YOUTH.id,
        name: YOUTH.name,
        groupName: "Fußball",
        function: null,
        from: null,
        to: null,
        leader: false,
      },
    ];
    await openList(clubWith({ rows: [rowOf({ groups })] }));
    await expect.element(page.getByText("1 Mitglied", { exact: true })).toBeVisible();
    await expect.element(row("Kurz, Anna")).toMatchTextContent(/1001.*aktiv.*Fußball->C-Jugend/);
    await expect.element(row("Kurz, Anna")).toMatchTextContent("17.05.1990");
    expect(headings()).toEqual(["Name", "Nr.", "Status", "Gruppen", "E-Mail", "Ort", "Geburtstag"]);
    await expectAccessible("the member list");
  });

  test("the head says how many are members and how many were; who leaves says when", async () => {
    await openList(
      clubWith({
        rows: [
          rowOf({ leftOn: "2026-12-31" }),
          rowOf({ id: idOf(2), lastname: "Lang", status: "FORMER", leftOn: "2020-12-31" }),
        ],
      }),
    );
    const head = page.getByText("1 Mitglied, 1 ausgetretene Person");
    await expect.element(head).toBeVisible();
    await expect.element(row("Kurz, Anna")).toMatchTextContent("aktiv bis 31.12.2026");
    await expect.element(row("Lang, Anna")).toMatchTextContent("ausgetreten");
    await search().fill("kurz");
    await expect.element(page.getByText("1 von 2 Personen")).toBeVisible();
  });

  test("telephone numbers are written as people do, of whichever country", async () => {
    await openList(
      clubWith({ rows: [rowOf({ phone: "+4971614711", mobile: "07161 / 22 33" })] }),
      "/users?columns=phone,mobile",
    );
    await expect.element(row("Kurz, Anna")).toMatchTextContent(/07161 4711.*07161 \/ 22 33/);
  });

  test("the numbers are those of the reference date", async () => {
    const api = clubWith();
    await openList(api, "/users?asOf=2020-01-01");
    await expect.element(page.getByText("1 Mitglied", { exact: true })).toBeVisible();
    expect(api.calls(usersContract.countUsers).map(({ query }) => query)).toEqual([
      { asOf: "2020-01-01" },
    ]);
  });

  test("its place is held while it loads, and nothing is said about a number", async () => {
    const api = clubWith();
    const release = api.hold(usersContract.searchUsers);
    await openList(api);
    expect(document.querySelectorAll("tbody .mantine-Skeleton-root").length).toBeGreaterThan(20);
    expect(document.body.textContent).not.toMatch(/\d Mitglied/);
    release();
    await expect.element(row("Kurz, Anna")).toBeVisible();
  });

  test("after a failure the reader tries again", async () => {
    const api = clubWith();
    api.refuse(usersContract.searchUsers, { code: "INTERNAL" });
    await openList(api);
    await expect.element(button("Erneut versuchen")).toBeVisible();
    api.answer(usersContract.searchUsers, {
      content: [rowOf()],
      page: 0,
      size: 50,
      totalElements: 1,
      totalPages: 1,
    });
    await button("Erneut versuchen").click();
    await expect.element(row("Kurz, Anna")).toBeVisible();
  });

  test("a club without members is invited to begin", async () => {
    await openList(clubWith({ rows: [] }));
    await expect.element(page.getByText(/Hier ist noch niemand\./)).toBeVisible();
    expect(page.getByRole("link", { name: "Mitglied anlegen" }).elements()).toHaveLength(2);
  });

  test("a selection that nobody fits has a way out, which takes text and filters away", async () => {
    const api = clubWith();
    const shown = await openList(api, "/users?q=gibtesnicht&status=HONORARY&cf.trikot=L");
    const sentence = page.getByText("Niemand passt zu dieser Suche und diesen Filtern.");
    await expect.element(sentence).toBeVisible();
    await button("Suche und Filter entfernen").click();
    await expect.element(row("Kurz, Anna")).toBeVisible();
    expect(shown.search()).toEqual({ page: "0" });
    await expect.element(search()).toHaveValue("");
  });

  test("long names and texts stay on one line; what is cut off can be read by pointing at it", async () => {
    const lastname = "Freifrau von und zu Hohenstein-Waldburg-Wolfegg";
    const email = `${"sehr-lang.".repeat(9)}@example.org`;
    await openList(clubWith({ rows: [rowOf({ lastname, email })] }));
    await expect.element(row(lastname)).toBeVisible();
    expect(row(lastname).element().getBoundingClientRect().height).toBeLessThan(60);
    await expect.element(page.getByTitle(email)).toBeVisible();
  });

  test("on the phone members are cards with number, town and status", async () => {
    const api = clubWith();
    await renderPage(members, "/users", { api, as: OFFICE, viewport: "phone" });
    const card = page.getByRole("listitem").filter({ hasText: "Kurz, Anna" });
    await expect.element(card).toMatchTextContent(/1001.*aktiv.*Göppingen/);
    await expect.element(page.getByRole("table")).not.toBeInTheDocument();
    await expect.element(button("Spalten")).not.toBeInTheDocument();
    await expectAccessible("the member list on the phone");
    await expectNoSidewaysScroll(320);
  });
});

describe("what a right shows", () => {
  test("who only sees members can do nothing to them, and finds no protected column", async () => {
    await openList(clubWith(), "/users", ["QUERY_USER"]);
    await expect.element(row("Kurz, Anna")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Mitglied anlegen" }))
      .not.toBeInTheDocument();
    await button("Mehr").click();
    await expect.element(page.getByRole("menuitem", { name: /^Geburtstage/ })).toBeVisible();
    const items = page.getByRole("menuitem").elements();
    expect(items.map((item) => item.textContent)).toEqual(["Geburtstage und Jubiläen"]);
    await userEvent.keyboard("{Escape}");
    await button("Spalten").click();
    await expect.element(page.getByRole("checkbox", { name: "Straße" })).toBeInTheDocument();
    await expect.element(page.getByRole("checkbox", { name: "IBAN" })).not.toBeInTheDocument();
  });

  test("without the right to see groups they are not asked for, and there is no filter by them", async () => {
    await openList(clubWith(), "/users", ["QUERY_USER"]);
    await button("Filter").click();
    await expect.element(page.getByRole("menuitem", { name: "Status" })).toBeVisible();
    await expect
      .element(page.getByRole("menuitem", { name: "Gruppe", exact: true }))
      .not.toBeInTheDocument();
  });

  test("the office finds everything behind Mehr", async () => {
    await openList(clubWith(), "/users", [...OFFICE, "MANAGE_IMPORTS"]);
    await button("Mehr").click();
    await expect.element(page.getByRole("menuitem", { name: "Papierkorb" })).toBeVisible();
    for (const name of ["Liste einlesen", "Fällige Löschungen"])
      await expect.element(page.getByRole("menuitem", { name })).toBeVisible();
  });

  test("without the right to see members the page stays closed and asks nothing", async () => {
    await renderPage(members, "/users", { as: ["SEND_MESSAGE"] });
    await expect
      .element(page.getByText(/Dazu haben Sie nicht die notwendigen Rechte\./))
      .toBeVisible();
  });
});

describe("search and filters stand in the address", () => {
  test("what is typed is searched for on the first page, and can be taken away", async () => {
    const api = clubWith({ rows: [rowOf(), rowOf({ id: idOf(2), lastname: "Lang" })] });
    const shown = await openList(api, "/users?page=3");
    await search().fill("kurz");
    await expect.element(page.getByText("1 von 2 Mitgliedern")).toBeVisible();
    expect(shown.search()).toEqual({ q: "kurz", page: "0" });
    await button("Suchtext löschen").click();
    await expect.element(page.getByText("2 Mitglieder", { exact: true })).toBeVisible();
    expect(shown.search()).not.toHaveProperty("q");
  });

  test("an age is filtered by two numbers, and shown in its column", async () => {
    const api = clubWith({ rows: [rowOf({ age: 8, birthYear: 2018, membershipYears: 2 })] });
    const shown = await openList(api, "/users?columns=age,birthYear,membershipYears");
    expect(headings()).toEqual(["Name", "Alter", "Jahrgang", "Mitgliedsjahre"]);
    await expect.element(row("Kurz, Anna")).toMatchTextContent(/8.*2018.*2/);
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Alter" }).click();
    const [from, to] = [
      page.getByRole("textbox", { name: "Von" }),
      page.getByRole("textbox", { name: "Bis" }),
    ];
    await from.fill("sechs");
    await to.click();
    await expect.element(from).toHaveAccessibleDescription("Bitte eine ganze Zahl von 0 bis 150.");
    expect(shown.search()).not.toHaveProperty("ageFrom");
    await from.fill("6");
    await to.fill("10");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => lastQuery(api)).toMatchObject({ ageFrom: 6, ageTo: 10, page: 0 });
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Alter 6 bis 10")).toBeVisible();
    await button("Filter Alter entfernen").click();
    await expect.poll(() => shown.search()).not.toHaveProperty("ageTo");
  });

  test("a choice is a chip that says it in words, and goes by its cross", async () => {
    const api = clubWith();
    const shown = await openList(api);
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Status" }).click();
    await page.getByRole("checkbox", { name: "passiv" }).click();
    await page.getByRole("checkbox", { name: "Ehrenmitglied" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Status passiv, Ehrenmitglied")).toBeVisible();
    expect(shown.search()).toMatchObject({ status: "PASSIVE,HONORARY" });
    expect(lastQuery(api)).toMatchObject({ status: ["PASSIVE", "HONORARY"], page: 0 });
    await button("Filter Status entfernen").click();
    await expect.poll(() => shown.search()).not.toHaveProperty("status");
  });

  test("a period, a group with its sub-groups and a day to look back from are said in words", async () => {
    const api = clubWith();
    const filters = `group=${YOUTH.id}&joinedFrom=2020-01-01&leftTo=2026-12-31&asOf=2025-06-30`;
    await openList(api, `/users?${filters}`);
    await expect.element(button("Gruppe Fußball->C-Jugend mit Untergruppen")).toBeVisible();
    await expect.element(button("Eintritt ab 01.01.2020")).toBeVisible();
    await expect.element(button("Austritt bis 31.12.2026")).toBeVisible();
    await expect.element(button("Stichtag 30.06.2025")).toBeVisible();
    expect(lastQuery(api)).toMatchObject({
      group: YOUTH.id,
      includeSubgroups: true,
      joinedFrom: "2020-01-01",
      leftTo: "2026-12-31",
      asOf: "2025-06-30",
    });
  });

  test("a day of a period is typed as people write it", async () => {
    const api = clubWith();
    const shown = await openList(api);
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Geburtstag" }).click();
    await page.getByLabelText("Von").fill("1.5.90");
    await userEvent.keyboard("{Tab}");
    await expect.poll(() => shown.address()).toContain("birthdayFrom=1990-05-01");
  });

  test("all filters go at once; the text stays", async () => {
    const shown = await openList(clubWith(), "/users?q=kurz&status=ACTIVE&gender=FEMALE");
    await button("Alle Filter entfernen").click();
    await expect.poll(() => shown.search()).toEqual({ q: "kurz", page: "0" });
  });

  test("nonsense from an old link is left out instead of sent", async () => {
    const api = clubWith();
    await openList(api, "/users?status=FLEISSIG,ACTIVE&joinedFrom=gestern&group=7&size=99999");
    await expect.element(row("Kurz, Anna")).toBeVisible();
    expect(lastQuery(api)).toEqual({
      page: 0,
      size: 200,
      sort: "lastname",
      dir: "ASC",
      status: ["ACTIVE"],
      includeSubgroups: false,
      fields: ["email", "city", "birthday", "leftOn", "status", "groups"],
    });
  });

  test("asks for what its columns show, and no more", async () => {
    const api = clubWith();
    await openList(api, "/users?columns=phone,cf.trikot");
    await expect.element(row("Kurz, Anna")).toBeVisible();
    expect(lastQuery(api)).toMatchObject({
      fields: ["phone", "city", "country", "leftOn", "status", "customFields"],
    });
  });
});

describe("filters by the club's custom fields", () => {
  const customFields = [
    customFieldOf(),
    customFieldOf({ key: "beitrag", label: "Beitrag", kind: "NUMBER", options: [] }),
    customFieldOf({ key: "lizenz", label: "Lizenz bis", kind: "DATE", options: [] }),
    customFieldOf({ key: "helfer", label: "Helfer", kind: "BOOLEAN", options: [] }),
    customFieldOf({ key: "spitzname", label: "Spitzname", kind: "TEXT", options: [] }),
  ];
  const club = () => clubWith({ customFields });

  test("each kind is said in words", async () => {
    const api = club();
    const values = [
      "cf.trikot=L",
      "cf.beitrag=12.5..40",
      "cf.lizenz=2026-01-01..",
      "cf.helfer=false",
      "cf.spitzname=Bär",
    ];
    await openList(api, `/users?${values.join("&")}`);
    for (const name of [
      "Trikotgröße L",
      "Beitrag 12,5 bis 40",
      "Lizenz bis ab 01.01.2026",
      "Helfer nein",
      "Spitzname Bär",
    ])
      await expect.element(button(name)).toBeVisible();
    expect(lastQuery(api)).toMatchObject({ "cf.beitrag": "12.5..40", "cf.helfer": "false" });
  });

  test("a number is entered with a comma, as people write it", async () => {
    const shown = await openList(club());
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Beitrag" }).click();
    await page.getByRole("textbox", { name: "Von" }).fill("12,5");
    await userEvent.keyboard("{Tab}");
    await expect.poll(() => shown.address()).toContain("cf.beitrag=12.5..");
  });

  test("a choice offers the field's entries", async () => {
    const shown = await openList(club());
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Trikotgröße" }).click();
    await page.getByRole("combobox", { name: "Trikotgröße" }).click();
    await page.getByRole("option", { name: "M" }).click();
    await expect.poll(() => shown.address()).toContain("cf.trikot=M");
  });
});

describe("order, columns and paging", () => {
  test("a click on a column's head sorts by it, a second one the other way round", async () => {
    const api = clubWith();
    const shown = await openList(api, "/users?page=0");
    await button("Ort").click();
    await expect.poll(() => lastQuery(api)).toMatchObject({ sort: "city", dir: "ASC" });
    await expect
      .element(page.getByRole("columnheader", { name: "Ort" }))
      .toHaveAttribute("aria-sort", "ascending");
    await button("Ort").click();
    await expect.poll(() => shown.address()).toContain("sort=city&dir=DESC");
    await expect
      .element(page.getByRole("columnheader", { name: "Ort" }))
      .toHaveAttribute("aria-sort", "descending");
  });

  test("chosen columns stand in the address and are remembered by this browser", async () => {
    const shown = await openList(clubWith());
    await button("Spalten").click();
    await page.getByRole("checkbox", { name: "Straße" }).click();
    await page.getByRole("checkbox", { name: "E-Mail" }).click();
    await expect.element(page.getByRole("columnheader", { name: "Straße" })).toBeVisible();
    expect(headings()).toEqual(["Name", "Nr.", "Status", "Gruppen", "Ort", "Geburtstag", "Straße"]);
    const columns = "name,memberNumber,status,groups,city,birthday,street";
    await expect.poll(() => shown.address()).toBe(`/users?columns=${encodeURIComponent(columns)}`);
    expect(localStorage.getItem("columns:users")).toBe(columns);
  });

  test("columns of the address are shown to whom they were sent, custom fields among them", async () => {
    const rows = [rowOf({ customFields: { trikot: "L", helfer: true } })];
    const customFields = [
      customFieldOf(),
      customFieldOf({ key: "helfer", label: "Helfer", kind: "BOOLEAN", options: [] }),
    ];
    await openList(
      clubWith({ rows, customFields }),
      "/users?columns=name,loginState,iban,cf.trikot,cf.helfer",
    );
    await expect.element(row("Kurz, Anna")).toMatchTextContent(/DE02 1203.*aktivLja$/);
    expect(headings()).toEqual(["Name", "IBAN", "Zugang", "Trikotgröße", "Helfer"]);
  });

  test("pages are turned, going back leads to the page before, and the size can be chosen", async () => {
    const api = clubWith({ rows: manyRows(120) });
    const shown = await openList(api);
    await expect.element(page.getByText("1 bis 50 von 120")).toBeVisible();
    await button("Nächste Seite").click();
    await expect.element(page.getByText("51 bis 100 von 120")).toBeVisible();
    expect(shown.address()).toBe("/users?page=1");
    shown.back();
    await expect.element(page.getByText("1 bis 50 von 120")).toBeVisible();
    await page.getByRole("combobox", { name: "Zeilen je Seite" }).click();
    await page.getByRole("option", { name: "200 je Seite" }).click();
    await expect.poll(() => shown.address()).toContain("size=200");
    await expect.element(row("Ahlers 120")).toBeInTheDocument();
  });

  test("the arrows move from member to member, Enter opens the profile", async () => {
    const shown = await openList(clubWith({ rows: manyRows(3) }));
    const link = (name: string) => page.getByRole("link", { name });
    await expect.element(link("Ahlers 1, Anna")).toBeVisible();
    (link("Ahlers 1, Anna").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
    await expect.element(link("Ahlers 2, Anna")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => shown.address()).toMatch(/^\/users\/0193a000.*2$/);
  });
});

test("going back from a profile leads to the same list", async () => {
  const api = clubWith();
  api.answer(usersContract.getUser, memberOf());
  const address = "/users?q=kurz&status=ACTIVE&sort=city";
  const options = { api, as: OFFICE, lists: { countries: [] }, follow: true };
  const shown = await renderPage(members, address, options);
  await page.getByRole("link", { name: "Kurz, Anna" }).click();
  await expect.element(page.getByRole("tab", { name: "Stammdaten" })).toBeVisible();
  shown.back();
  await expect.element(button("Status aktiv")).toBeVisible();
  await expect.element(search()).toHaveValue("kurz");
  expect(shown.address()).toBe(address);
});

test("the file holds what is on screen: filter, columns in their order, direction", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const api = clubWith();
  api.answer(usersContract.exportUsers, new Blob(["x"]));
  await openList(api, "/users?q=kurz&columns=name,city,birthday&sort=city&dir=DESC");
  await expect.element(row("Kurz, Anna")).toBeVisible();
  await button("Mehr").click();
  await page.getByRole("menuitem", { name: "Als CSV für Excel herunterladen" }).click();
  await expect.element(page.getByText("Die Datei ist heruntergeladen.")).toBeVisible();
  expect(api.calls(usersContract.exportUsers).map(({ body }) => body)).toEqual([
    {
      filter: { q: "kurz", includeSubgroups: false },
      format: "CSV",
      columns: ["lastname", "firstname", "city", "birthday"],
      sort: "city",
      dir: "DESC",
    },
  ]);
  const link = saved.mock.contexts[0] as HTMLAnchorElement;
  expect(link.download).toMatch(/^Mitglieder \d{4}-\d{2}-\d{2}\.csv$/);
});
