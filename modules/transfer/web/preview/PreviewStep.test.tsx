import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { importContract, type ImportRow, type ImportRun } from "../../import-contract.ts";
import transfer from "../module.tsx";
import { changeOf, CHOIR, counting, idOf, OTTO, rowOf, RUN, serverWith } from "../testing.ts";
import type { GroupOfFile } from "./group-decisions.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

interface Options {
  rows?: ImportRow[];
  groups?: GroupOfFile[];
  as?: Permission[];
  viewport?: "phone";
}

/** The preview of this run. */
async function open(run: ImportRun, { rows = [], groups = [], as = [], viewport }: Options = {}) {
  const api = serverWith({ runs: [run], rows });
  api.answer(importContract.listImportGroups, groups);
  const shown = await renderPage(transfer, `/users/sync?run=${run.id}`, {
    api,
    as: ["MANAGE_IMPORTS", ...as],
    ...(viewport && { viewport }),
  });
  await expect.element(page.getByRole("button", { name: "Übernehmen" })).toBeVisible();
  return { api, shown };
}

const tab = (name: RegExp) => page.getByRole("tab", { name });
const article = (name: string) => page.getByRole("article", { name });
const apply = () => page.getByRole("button", { name: "Übernehmen" });
const plan = () => page.getByRole("list", { name: "Das geschieht beim Übernehmen" });

describe("rows by what becomes of them", () => {
  const rows = [
    rowOf(1, {
      name: "Brünhilde von der Heide",
      fields: [
        changeOf("street", "Straße", null, "Platanenweg 24"),
        changeOf("city", "Ort", null, ""),
      ],
    }),
    rowOf(2, {
      kind: "CHANGED",
      user: OTTO,
      fields: [
        changeOf("street", "Straße", "Ankerweg 102", "Hafenstr. 7"),
        changeOf("email", "E-Mail", "otto@example.org", null),
      ],
    }),
    rowOf(3, {
      kind: "FAULTY",
      name: "Tony Zipp",
      problems: [{ column: "Geburtsdatum", message: "Den 31.02.1975 gibt es nicht." }],
    }),
  ];
  const run = counting({ new: 1, changed: 1, faulty: 1, same: 12 });

  test("each kind has its number, the faulty ones come first", async () => {
    await open(run, { rows });
    await expect
      .poll(() =>
        page
          .getByRole("tab")
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual(["Fehlerhaft1", "Neu1", "Geändert1", "Gleich12"]);
    await expect.element(tab(/^Fehlerhaft/)).toHaveAttribute("aria-selected", "true");
    await expect
      .element(article("Tony Zipp"))
      .toMatchTextContent("Geburtsdatum: Den 31.02.1975 gibt es nicht.");
    await expectAccessible("faulty rows");
  });

  test("a new person shows what the file brings, without what is empty", async () => {
    await open(run, { rows });
    await tab(/^Neu/).click();
    await expect
      .element(article("Brünhilde von der Heide"))
      .toMatchTextContent(/Zeile 4.*StraßePlatanenweg 24$/);
    await expectAccessible("new rows");
  });

  test("old and new stand side by side, emptying is seen, and the name leads to the member", async () => {
    await open(run, { rows });
    await tab(/^Geändert/).click();
    const otto = article("Lang Otto").or(article("Otto Lang"));
    await expect.element(otto).toMatchTextContent(/Ankerweg 102→Hafenstr\. 7/);
    await expect.element(otto).toMatchTextContent(/otto@example\.org→leer/);
    await expect.element(otto).toMatchTextContent(/Nr\. 1004 · geboren 17\.06\.1980/);
    await expect
      .element(otto.getByRole("link"))
      .toHaveAttribute("href", expect.stringContaining(`/users/${OTTO.id}`));
    await expectAccessible("changed rows");
  });

  test("who may not see members reads why nothing is shown, and nothing is asked for", async () => {
    const { api } = await open({ ...counting({}), compared: false });
    await expect.element(page.getByText(/sieht nur, wer das Recht hat/)).toBeVisible();
    expect(api.calls(importContract.listImportGroups)).toEqual([]);
  });

  test("what the reader may not see is masked", async () => {
    const hidden = { ...changeOf("iban", "IBAN", null, "DE89"), masked: true };
    const row = rowOf(1, { kind: "CHANGED", user: OTTO, fields: [hidden] });
    await open(counting({ changed: 1 }), { rows: [row] });
    await expect.element(page.getByText("nicht sichtbar").first()).toBeVisible();
    await expect.element(page.getByText("DE89")).toBeVisible();
  });

  test("a row is left out", async () => {
    const { api } = await open(counting({ new: 1 }), { rows: [rowOf(1)] });
    api.answer(importContract.decideImportRows, counting({ new: 0 }));
    await page.getByRole("button", { name: "Person 1 auslassen" }).click();
    await expect
      .poll(() => api.calls(importContract.decideImportRows).map(({ body }) => body))
      .toEqual([{ decisions: [{ number: 1, action: "SKIP", userId: null }] }]);
  });

  test("a decision that was made says so and can be undone", async () => {
    const decided = rowOf(1, { decision: { action: "SKIP", userId: null } });
    const { api } = await open(counting({ new: 1 }), { rows: [decided] });
    api.answer(importContract.decideImportRows, RUN);
    await expect.element(page.getByText(/^Wird ausgelassen\./)).toBeVisible();
    await page.getByRole("button", { name: "Entscheidung zu Person 1 zurücknehmen" }).click();
    await expect
      .poll(() => api.calls(importContract.decideImportRows)[0]?.body.decisions)
      .toEqual([{ number: 1, action: null, userId: null }]);
  });

  test("many rows come fifty at a time and are found by name", async () => {
    const many = Array.from({ length: 60 }, (_, index) => rowOf(index + 1));
    const { api } = await open(counting({ new: 60 }), { rows: many });
    await expect.element(page.getByText("1 bis 50 von 60")).toBeVisible();
    await page.getByRole("button", { name: "Nächste Seite" }).click();
    await expect.element(article("Person 60")).toBeVisible();
    await page.getByRole("searchbox", { name: "Name oder Mitgliedsnummer" }).fill("Person 7");
    await expect.element(article("Person 7")).toBeVisible();
    await expect.element(article("Person 60")).not.toBeInTheDocument();
    expect(api.calls(importContract.listImportRows).at(-1)?.query).toMatchObject({
      q: "Person 7",
      page: 0,
    });
    await page.getByRole("searchbox").fill("Niemand");
    await expect.element(page.getByText("Nichts gefunden.")).toBeVisible();
  });

  test("rows worth a look have a place of their own", async () => {
    const hint = { column: "Nr.", message: "Diese Nummer steht zweimal in der Datei." };
    const row = rowOf(1, { kind: "SAME", hints: [hint] });
    await open(counting({ same: 1 }, { hints: 1 }), { rows: [row] });
    await tab(/^Hinweise/).click();
    await expect.element(article("Person 1")).toMatchTextContent("Nr.: Diese Nummer steht zweimal");
  });

  test("the members that are missing say what becomes of them", async () => {
    const missing = rowOf(1, { kind: "MISSING", row: null, user: OTTO });
    const left = counting({ missing: 1 }, { onMissing: "SET_LEFT" });
    await open(left, { rows: [missing] });
    await expect
      .element(page.getByText(/stehen nicht in der Datei\. Sie bekommen heute als Austritt\.$/))
      .toBeVisible();
  });

  test("a file without rows says so", async () => {
    await open(counting({}));
    await expect
      .element(page.getByText("In dieser Datei steht keine Zeile mit Daten."))
      .toBeVisible();
    await expect.element(apply()).toBeDisabled();
  });

  test("the faulty rows come as a file of the same kind", async () => {
    const { api } = await open(run, { rows });
    const file = new Blob(["Nachname;Grund\n"], { type: "text/csv" });
    api.answer(importContract.getFaultyRows, file);
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const names: string[] = [];
    await page.getByRole("button", { name: "Fehlerhafte Zeilen herunterladen" }).click();
    await expect.poll(() => names).toEqual(["Mitglieder - fehlerhafte Zeilen.csv"]);
    saved.mockRestore();
  });
});

describe("somebody who may already be there", () => {
  const twin = { ...OTTO, id: idOf(202), memberNumber: "1010", city: "Jena" };
  const inTrash = { ...OTTO, id: idOf(203), memberNumber: "900", inTrash: true };
  const row = rowOf(1, {
    kind: "AMBIGUOUS",
    name: "Otto Lang",
    fields: [changeOf("city", "Ort", null, "Fürth")],
    candidates: [
      { user: OTTO, reasons: ["Name und Geburtstag stimmen überein."] },
      { user: twin, reasons: ["Der Name ist derselbe."] },
      { user: inTrash, reasons: [] },
    ],
  });
  const run = counting({ ambiguous: 1 });
  const decisions = (api: Awaited<ReturnType<typeof open>>["api"]) =>
    api.calls(importContract.decideImportRows).map(({ body }) => body.decisions);

  test("the row stands beside those it may mean, with reasons", async () => {
    await open(run, { rows: [row] });
    await expect
      .element(page.getByRole("region", { name: "Otto Lang in der Datei" }))
      .toMatchTextContent(/Zeile 4.*OrtFürth/);
    await expect.element(page.getByText("Name und Geburtstag stimmen überein.")).toBeVisible();
    await expect.element(page.getByText(/Nr\. 900.*im Papierkorb/)).toBeVisible();
    // Who is in the trash can't be chosen.
    expect(page.getByRole("button", { name: "Das ist diese Person" }).elements()).toHaveLength(2);
    await expectAccessible("an ambiguous row");
  });

  test("the office says who it is", async () => {
    const { api } = await open(run, { rows: [row] });
    api.answer(importContract.decideImportRows, () => {
      api.answer(importContract.getImportRun, counting({ changed: 1 }));
      return counting({ changed: 1 });
    });
    await page.getByRole("button", { name: "Das ist diese Person" }).nth(1).click();
    await expect
      .poll(() => decisions(api))
      .toEqual([[{ number: 1, action: "MEMBER", userId: twin.id }]]);
    await expect.element(plan()).toMatchTextContent("Bei 1 Mitglied werden Angaben geändert.");
  });

  test.for([
    ["Ist jemand Neues", "NEW"],
    ["Auslassen", "SKIP"],
  ] as const)("„%s“ is another answer", async ([name, action]) => {
    const { api } = await open(run, { rows: [row] });
    api.answer(importContract.decideImportRows, run);
    await page
      .getByRole("group", { name: "Entscheidung zu Otto Lang" })
      .getByRole("button", { name })
      .click();
    await expect.poll(() => decisions(api)).toEqual([[{ number: 1, action, userId: null }]]);
  });

  test("what was decided is marked, and left open again", async () => {
    const decided = { ...row, decision: { action: "MEMBER" as const, userId: OTTO.id } };
    const { api } = await open(run, { rows: [decided] });
    api.answer(importContract.decideImportRows, run);
    await expect
      .element(page.getByRole("button", { name: "Das ist diese Person" }).first())
      .toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "Wieder offen lassen" }).click();
    await expect.poll(() => decisions(api)).toEqual([[{ number: 1, action: null, userId: null }]]);
  });

  test("on the phone the sides stand below each other and fit", async () => {
    const long = { ...row, name: "Freifrau von und zu Guttenberg-Hohenzollern-Sigmaringen" };
    await open(run, { rows: [long], viewport: "phone" });
    await expect
      .element(page.getByText("1 mehrdeutige Zeile bleibt draußen", { exact: false }))
      .toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("an ambiguous row on the phone");
  });
});

describe("the groups that the file names", () => {
  const groups: GroupOfFile[] = [
    {
      name: "Chor",
      rows: 12,
      group: { id: CHOIR.id, name: "Chor", groupName: null },
      action: null,
      parent: null,
      problem: null,
    },
    {
      name: "Quidditch->Jugend",
      rows: 1,
      group: null,
      action: null,
      parent: null,
      problem: "Diese Gruppe gibt es nicht.",
    },
    {
      name: "Orchester",
      rows: 3,
      group: null,
      action: null,
      parent: null,
      problem: "Diese Gruppe gibt es nicht.",
    },
  ];
  const as: Permission[] = ["QUERY_GROUP", "MANAGE_GROUP"];
  const decision = (name: string) =>
    page.getByRole("combobox", { name: `Was wird aus „${name}“?` });
  const applyDecisions = () => page.getByRole("button", { name: "Entscheidungen anwenden" });

  test("make no row faulty: those that wait are counted by themselves, and named before applying", async () => {
    const waiting = rowOf(9, {
      kind: "FAULTY",
      name: "Tony Zipp",
      problems: [{ column: "Abteilung", message: "Die Gruppe „Orchester“ gibt es nicht." }],
    });
    const { api } = await open(counting({ new: 1, undecided: 41 }), {
      groups,
      as,
      rows: [waiting],
    });
    await expect
      .element(plan())
      .toMatchTextContent(
        "41 Zeilen bleiben draußen, solange über ihre Gruppen nicht entschieden ist.",
      );
    expect(tab(/^Fehlerhaft/).elements()).toEqual([]);
    await tab(/^Gruppe offen 41/).click();
    await expect
      .element(page.getByRole("status").filter({ hasText: "noch zu klären" }))
      .toMatchTextContent("2 Gruppen aus der Datei sind noch zu klären, 41 Zeilen warten darauf.");
    await expect
      .poll(() => api.calls(importContract.listImportRows).at(-1)?.query)
      .toMatchObject({ undecided: true });
    await expectAccessible("the rows that wait for their groups");
    await expectNoSidewaysScroll(320);
  });

  test("come first while one of them is unknown; known ones need no answer", async () => {
    await open(counting({ new: 1, undecided: 4 }), { groups, as });
    await expect.element(tab(/^Gruppen/)).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByText("ist Chor")).toBeVisible();
    await expect.element(page.getByText("3 Zeilen · Diese Gruppe gibt es nicht.")).toBeVisible();
    await expect.element(applyDecisions()).toBeDisabled();
    await expectAccessible("the groups of a file");
  });

  test("an unknown one is made, another is one of the club's", async () => {
    const { api } = await open(counting({ undecided: 4 }), { groups, as });
    api.answer(importContract.changeImportSettings, counting({ new: 4 }));
    await decision("Quidditch->Jugend").click();
    await page.getByRole("option", { name: "Gruppe neu anlegen" }).click();
    await decision("Orchester").click();
    await page.getByRole("option", { name: "Chor" }).click();
    await applyDecisions().click();
    await expect
      .poll(() => api.calls(importContract.changeImportSettings).map(({ body }) => body))
      .toEqual([
        {
          groupDecisions: [
            { name: "Quidditch->Jugend", action: "CREATE", groupId: null, parent: "Quidditch" },
            { name: "Orchester", action: "USE", groupId: CHOIR.id, parent: null },
          ],
          remember: false,
        },
      ]);
  });

  test("all unknown ones are made with one click", async () => {
    const { api } = await open(counting({ undecided: 4 }), { groups, as });
    api.answer(importContract.changeImportSettings, counting({ new: 4 }));
    await page.getByRole("button", { name: "Alle 2 unbekannten Gruppen neu anlegen" }).click();
    await expect.element(decision("Orchester")).toHaveValue("Gruppe neu anlegen");
    await applyDecisions().click();
    await expect
      .poll(() =>
        api
          .calls(importContract.changeImportSettings)[0]
          ?.body.groupDecisions?.map(({ action }) => action),
      )
      .toEqual(["CREATE", "CREATE"]);
  });

  test("who may not make groups is not offered it", async () => {
    await open(counting({ undecided: 4 }), { groups, as: ["QUERY_GROUP"] });
    await decision("Orchester").click();
    await expect.element(page.getByRole("option", { name: "Weglassen" })).toBeVisible();
    await expect
      .element(page.getByRole("option", { name: "Gruppe neu anlegen" }))
      .not.toBeInTheDocument();
    await expect
      .element(page.getByRole("button", { name: /unbekannten Gruppen neu anlegen$/ }))
      .not.toBeInTheDocument();
  });

  test("from another tab a sentence leads to them", async () => {
    await open(counting({ new: 1, faulty: 4 }), { groups, as });
    await tab(/^Neu/).click();
    await expect
      .element(page.getByText(/^2 Gruppen aus der Datei sind noch zu klären\./))
      .toBeVisible();
    await page.getByRole("button", { name: "Gruppen ansehen" }).click();
    await expect.element(decision("Orchester")).toBeVisible();
  });
});

describe("taking over", () => {
  test("every consequence stands beside the button, and the server is told once", async () => {
    const run = counting({ new: 2, changed: 3, faulty: 1 });
    const { api } = await open(run);
    await expect.poll(() => plan().getByRole("listitem").elements()).toHaveLength(4);
    await expect.element(plan()).toMatchTextContent("Sie kommen in die Gruppe „Alle Mitglieder“.");
    const working: ImportRun = { ...run, state: "APPLYING", stage: "WRITING" };
    api.answer(importContract.applyImport, working);
    api.answer(importContract.getImportRun, working);
    await apply().click();
    await expect.element(page.getByText(/^Die Mitglieder werden übernommen/)).toBeVisible();
    expect(api.calls(importContract.applyImport)).toMatchObject([{ params: { id: run.id } }]);
  });

  test("who would be entered as left is asked about before", async () => {
    const run = counting({ missing: 3 }, { onMissing: "SET_LEFT" });
    const { api } = await open(run);
    const question = page.getByRole("dialog", { name: "3 Mitglieder als ausgetreten eintragen?" });
    api.answer(importContract.applyImport, { ...run, state: "APPLYING" });
    await apply().click();
    await question.getByRole("button", { name: "Abbrechen" }).click();
    expect(api.calls(importContract.applyImport)).toHaveLength(0);
    await apply().click();
    await question.getByRole("button", { name: "Import übernehmen" }).click();
    await expect.poll(() => api.calls(importContract.applyImport)).toHaveLength(1);
  });

  test("who may only look finds the button closed", async () => {
    await open({ ...RUN, can: ["EDIT"] });
    await expect.element(apply()).toBeDisabled();
  });

  test("nothing new leaves nothing to take over", async () => {
    await open(counting({ same: 300 }));
    await expect.element(page.getByText(/Es gibt nichts zu übernehmen\./)).toBeVisible();
    await expect.element(apply()).toBeDisabled();
  });

  test("what was in the way at the last try is said, and what the server refuses as well", async () => {
    const run = { ...RUN, error: "Die Gruppe „Chor“ gibt es nicht mehr." };
    const { api } = await open(run);
    await expect.element(page.getByText(`${run.error} Es wurde nichts geändert.`)).toBeVisible();
    const detail = "Jemand anderes übernimmt gerade einen Import.";
    api.refuse(importContract.applyImport, { code: "CONFLICT", detail });
    await apply().click();
    await expect.element(page.getByText(`${detail} Es wurde nichts geändert.`)).toBeVisible();
  });

  test("the ways back lead to the columns and to another file", async () => {
    const { shown } = await open(RUN);
    await page.getByRole("button", { name: "Spalten und Regeln ändern" }).click();
    await expect.poll(() => shown.address()).toContain("step=mapping");
    shown.back();
    await page.getByRole("button", { name: "Andere Datei" }).click();
    await expect.poll(() => shown.address()).not.toContain("run=");
  });
});
