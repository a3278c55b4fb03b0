import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toPage } from "#platform/contract/paging.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderComponent,
  renderPage,
} from "#platform/web/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { clubWith, idOf, memberOf, rowOf } from "#modules/members/web/testing.ts";
import { changelogContract, type Change } from "../contract.ts";
import { MemberHistory } from "./MemberHistory.tsx";
import changelog from "./module.tsx";

const ANNA = { id: idOf(1), name: "Anna Kurz" };
type FieldChange = Change["changes"][number];

const CITY: FieldChange = {
  field: "city",
  label: "Ort",
  oldValue: "Göppingen",
  newValue: "Uhingen",
  masked: false,
};
const STREET: FieldChange = {
  ...CITY,
  field: "street",
  label: "Straße",
  oldValue: null,
  newValue: "Nebenweg 2",
};
const MOVED: Change = {
  id: idOf(901),
  at: "2026-11-22T18:30:00+01:00",
  actor: { ...ANNA, kind: "USER" },
  way: "PROFILE",
  operation: "UPDATE",
  record: { type: "USER", ...ANNA },
  user: ANNA,
  importRunId: null,
  changes: [CITY, STREET],
  can: ["REVERT"],
};

interface Given {
  as?: readonly Permission[];
  api?: FakeApi;
  search?: string;
  viewport?: "desktop" | "phone";
}

async function openHistory(changes: Change[], given: Given = {}) {
  const { api = new FakeApi(), search = "", viewport = "desktop" } = given;
  api.answer(changelogContract.listChangeFields, [
    { recordType: "USER", field: "city", label: "Ort" },
  ]);
  api.answer(changelogContract.searchChanges, ({ query }) =>
    toPage(changes, changes.length, query),
  );
  const shown = await renderPage(changelog, `/users/history${search}`, {
    api,
    as: given.as ?? ["QUERY_USER_CHANGELOG"],
    viewport,
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { api, shown };
}

const entry = () => page.getByRole("list", { name: "Änderungen" }).getByRole("listitem").first();
const button = (name: string | RegExp) => page.getByRole("button", { name });
const wholeEntry = () => button("Änderung an Anna Kurz vom 22.11.2026 18:30 Uhr zurücknehmen");

describe("an entry", () => {
  test("of a new record has only new values, of a deleted one only old ones", async () => {
    const made: Change = { ...MOVED, operation: "CREATE", changes: [CITY], can: [] };
    const gone: Change = { ...made, id: idOf(902), operation: "DELETE" };
    await openHistory([made, gone]);
    await expect.element(entry()).toMatchTextContent("Mitglied angelegt");
    expect(document.querySelectorAll("ins")).toHaveLength(1);
    expect(document.querySelectorAll("del")).toHaveLength(1);
    expect(document.querySelector("ins")?.textContent).toBe("Uhingen");
    expect(document.querySelector("del")?.textContent).toBe("Göppingen");
  });

  test("says that a value was empty, and keeps secret what the reader may not see", async () => {
    const secret: FieldChange = {
      field: "iban",
      label: "IBAN",
      oldValue: null,
      newValue: null,
      masked: true,
    };
    await openHistory([{ ...MOVED, changes: [STREET, secret], can: [] }]);
    await expect.element(entry()).toMatchTextContent(/Straßeleer.*Nebenweg 2/);
    await expect.element(entry()).toMatchTextContent("IBANgeändert, Werte für Sie nicht sichtbar");
    expect(button(/zurücknehmen/).elements()).toEqual([]);
  });

  test("of a membership names the group beside the person, of a group the group", async () => {
    const joined: Change = {
      ...MOVED,
      operation: "CREATE",
      record: { type: "MEMBERSHIP", id: idOf(5), name: "Anna Kurz in Chor" },
      changes: [],
      can: [],
    };
    const group: Change = {
      ...joined,
      id: idOf(903),
      operation: "UPDATE",
      record: { type: "GROUP", id: idOf(6), name: "Turnen" },
      user: null,
    };
    await openHistory([joined, group]);
    await expect.element(entry()).toMatchTextContent("Anna KurzZugehörigkeit zu Chor angelegt");
    await expect
      .element(page.getByRole("link", { name: "Anna Kurz" }))
      .toHaveAttribute("href", `/users/${ANNA.id}`);
    await expect
      .element(page.getByRole("link", { name: "Turnen" }))
      .toHaveAttribute("href", `/groups/${idOf(6)}`);
  });

  test("of an import leads to all changes of that import, and back", async () => {
    const run = idOf(77);
    const { api, shown } = await openHistory([{ ...MOVED, way: "IMPORT", importRunId: run }]);
    await button("Import: alle Änderungen zeigen").click();
    await expect.poll(() => shown.search()).toMatchObject({ importRunId: run });
    await expect.element(button("Import ein Lauf")).toBeVisible();
    expect(api.calls(changelogContract.searchChanges).at(-1)?.query).toMatchObject({
      importRunId: run,
    });
    await button("Filter Import entfernen").click();
    await expect.poll(() => shown.search()).not.toHaveProperty("importRunId");
  });

  test("with long values fits the smallest phone", async () => {
    const long = { ...CITY, oldValue: "Ort".repeat(60), newValue: `${"lang.".repeat(30)}de` };
    await openHistory([{ ...MOVED, changes: [long, STREET] }], { viewport: "phone" });
    await expect.element(entry()).toBeVisible();
    await expectAccessible("the history on the phone");
    await expectNoSidewaysScroll(320);
  });
});

describe("taking back", () => {
  const reverts = (api: FakeApi) =>
    api.calls(changelogContract.revertChange).map(({ params, body }) => [params.id, body]);

  test("one field of several, with the way back", async () => {
    const { api } = await openHistory([MOVED]);
    const undone: Change = { ...MOVED, id: idOf(904), way: "REVERT" };
    api.answer(changelogContract.revertChange, {
      change: undone,
      reverted: ["street"],
      conflicts: [],
    });
    await button("Nur Straße zurücknehmen").click();
    await expect
      .element(page.getByText("1 Feld von Anna Kurz auf den alten Stand gesetzt."))
      .toBeVisible();
    await button("Rückgängig").click();
    await expect
      .poll(() => reverts(api))
      .toEqual([
        [MOVED.id, { fields: ["street"] }],
        [undone.id, {}],
      ]);
  });

  test("a whole entry; where everything stands as before already, it says so", async () => {
    const { api } = await openHistory([MOVED]);
    api.answer(changelogContract.revertChange, { change: null, reverted: [], conflicts: [] });
    await wholeEntry().click();
    await expect.element(page.getByText(/Es gab nichts zurückzunehmen/)).toBeVisible();
    expect(button("Rückgängig").elements()).toEqual([]);
    expect(reverts(api)).toEqual([[MOVED.id, {}]]);
  });

  const CREATED: Change = { ...MOVED, operation: "CREATE", changes: [CITY] };

  test("that a person was created says first that they go to the trash, and brings them back", async () => {
    const { api } = await openHistory([CREATED]);
    const trashed: Change = { ...MOVED, id: idOf(904), way: "REVERT" };
    api.answer(changelogContract.revertChange, {
      change: trashed,
      reverted: ["city"],
      conflicts: [],
    });
    await expect.element(entry()).toMatchTextContent("In den Papierkorb legen");
    const ask = button(/^In den Papierkorb legen: Anna Kurz/);
    await ask.click();
    const question = page.getByRole("dialog", { name: "„Anna Kurz“ in den Papierkorb legen?" });
    await expect.element(question).toMatchTextContent("mit ihren Gruppen und ihrem Zugang");
    await expectAccessible("the question before a person goes to the trash");
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(reverts(api)).toEqual([]);

    await ask.click();
    await question.getByRole("button", { name: "In den Papierkorb legen" }).click();
    await expect.element(page.getByText("„Anna Kurz“ liegt im Papierkorb.")).toBeVisible();
    await button("Rückgängig").click();
    await expect
      .poll(() => reverts(api))
      .toEqual([
        [CREATED.id, {}],
        [trashed.id, {}],
      ]);
  });

  test.each([
    ["CREATE", "MEMBERSHIP", "Zugehörigkeit entfernen", "„Turnen“ ist wieder entfernt."],
    ["CREATE", "GROUP", "Gruppe löschen", "„Turnen“ ist wieder entfernt."],
    ["DELETE", "GROUP", "Wiederherstellen", "„Turnen“ ist wiederhergestellt."],
    ["DELETE", "MEMBERSHIP", "Wiederherstellen", "„Turnen“ ist wiederhergestellt."],
  ] as const)("%s of a %s is called „%s“", async (operation, type, label, done) => {
    const record = { type, id: idOf(6), name: "Turnen" };
    const { api } = await openHistory([{ ...CREATED, operation, record }]);
    api.answer(changelogContract.revertChange, {
      change: null,
      reverted: ["city"],
      conflicts: [],
    });
    await button(new RegExp(`^${label}: Turnen`)).click();
    await expect.element(page.getByText(done)).toBeVisible();
    expect(reverts(api)).toEqual([[CREATED.id, {}]]);
  });

  test("an entry with one field offers it once", async () => {
    await openHistory([{ ...MOVED, changes: [CITY] }]);
    await expect.element(wholeEntry()).toBeVisible();
    expect(button("Nur Ort zurücknehmen").elements()).toEqual([]);
  });

  test("does not trample what was edited later: a report says what stays and why", async () => {
    const { api } = await openHistory([MOVED]);
    const later = {
      field: "city",
      label: "Ort",
      expectedValue: "Uhingen",
      currentValue: "Altstadt",
      masked: false,
    };
    const secret = { ...later, field: "iban", label: "IBAN", masked: true };
    api.answer(changelogContract.revertChange, {
      change: null,
      reverted: ["street"],
      conflicts: [later, secret],
    });
    await wholeEntry().click();
    const report = page.getByRole("dialog", { name: "Änderung an Anna Kurz zurücknehmen" });
    await expect.element(report).toMatchTextContent("Zurückgenommen: Straße.");
    await expect
      .element(report.getByRole("row").filter({ hasText: "Ort" }))
      .toMatchTextContent("OrtUhingenAltstadt");
    await expect
      .element(report.getByRole("row").filter({ hasText: "IBAN" }))
      .toMatchTextContent("IBANnicht sichtbarnicht sichtbar");
    await expectAccessible("the report of taking back");
    await report.getByRole("button", { name: "Verstanden" }).click();
    await expect.element(report).not.toBeInTheDocument();
  });

  test("a refusal stands in the red list", async () => {
    const { api } = await openHistory([MOVED]);
    const detail = "Diese Änderung ist zu alt.";
    api.refuse(changelogContract.revertChange, { code: "UNPROCESSABLE", detail });
    await wholeEntry().click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(detail);
  });
});

describe("filters", () => {
  test("by member are chosen from the members and said by name", async () => {
    const club = clubWith({ rows: [rowOf()] });
    club.answer(usersContract.getUser, memberOf());
    const { api, shown } = await openHistory([MOVED], {
      api: club,
      as: ["QUERY_USER_CHANGELOG", "QUERY_USER"],
    });
    await button("Filter").click();
    await page.getByRole("menuitem", { name: "Mitglied", exact: true }).click();
    await page.getByRole("combobox", { name: "Mitglied" }).fill("kurz");
    await page.getByRole("option", { name: /^Kurz, Anna/ }).click();
    await expect.poll(() => shown.search()).toMatchObject({ user: ANNA.id });
    expect(api.calls(changelogContract.searchChanges).at(-1)?.query).toMatchObject({
      user: ANNA.id,
    });
    await userEvent.keyboard("{Escape}");
    await expect.element(button(/^Mitglied .*Kurz/)).toBeVisible();
  });

  test("by people are not offered to readers who do not see members", async () => {
    await openHistory([MOVED]);
    await button("Filter").click();
    await expect.element(page.getByRole("menuitem", { name: "Zeitraum" })).toBeVisible();
    expect(page.getByRole("menuitem", { name: "Geändert von" }).elements()).toEqual([]);
  });

  test("by period, field, way and kind are said in words and go together", async () => {
    const search =
      "?from=2026-01-01&to=2026-12-31&field=city&way=UI&way=IMPORT&recordType=MEMBERSHIP";
    const { api, shown } = await openHistory([MOVED], { search });
    for (const name of [
      "Zeitraum 01.01.2026 bis 31.12.2026",
      "Feld Ort",
      "Weg Verwaltung, Import",
      "Art Gruppenzugehörigkeit",
    ])
      await expect.element(button(name)).toBeVisible();
    expect(api.calls(changelogContract.searchChanges)[0]?.query).toMatchObject({
      from: "2026-01-01",
      to: "2026-12-31",
      field: "city",
      way: ["UI", "IMPORT"],
      recordType: "MEMBERSHIP",
    });
    await button("Alle Filter entfernen").click();
    await expect
      .poll(() => Object.keys(shown.search()).filter((name) => name !== "page"))
      .toEqual([]);
  });

  test("by one day name that day once", async () => {
    await openHistory([MOVED], { search: "?from=2026-05-01&to=2026-05-01" });
    await expect.element(button("Zeitraum 01.05.2026")).toBeVisible();
  });
});

test("without the right the history stays closed and asks nothing", async () => {
  await renderPage(changelog, "/users/history", { as: ["QUERY_USER"] });
  await expect
    .element(page.getByText(/Dazu haben Sie nicht die notwendigen Rechte\./))
    .toBeVisible();
});

test("on a member's own page entries do not repeat the member's name", async () => {
  const api = new FakeApi();
  api.answer(changelogContract.searchChanges, ({ query }) =>
    toPage(query.page === 0 ? [MOVED] : [], 21, query),
  );
  await renderComponent(<MemberHistory userId={ANNA.id} />, { api, as: ["QUERY_USER_CHANGELOG"] });
  await expect.element(entry()).toMatchTextContent(/^Mitglied geändert/);
  expect(page.getByRole("link", { name: "Anna Kurz" }).elements()).toEqual([]);
  expect(api.calls(changelogContract.searchChanges)[0]?.query).toMatchObject({ user: ANNA.id });
  await button("Seite 2").click();
  await expect
    .element(page.getByText("Zu diesem Mitglied ist noch keine Änderung festgehalten."))
    .toBeVisible();
});
