import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { importContract, type ImportRun } from "../../import-contract.ts";
import { mappingContract } from "../../mapping-contract.ts";
import transfer from "../module.tsx";
import { counting, idOf, MAPPING, OTTO, serverWith, SOURCE } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

/** Ten members were made and two changed, three rows stayed outside. */
const APPLIED: ImportRun = counting(
  { new: 10, changed: 2, same: 8, faulty: 3 },
  {
    state: "APPLIED",
    appliedAt: "2026-11-22T19:00:00+01:00",
    appliedBy: { id: idOf(1), name: "Erika Mustermann" },
    applied: { created: 10, updated: 2, left: 0, memberships: 1, groups: 1, skipped: 4 },
    can: ["REVERT", "FAULTY_ROWS", "SEE_HISTORY"],
  },
);

async function open(run: ImportRun, viewport: "desktop" | "phone" = "desktop") {
  const api = serverWith({ runs: [run] });
  const shown = await renderPage(transfer, `/users/sync?run=${run.id}`, {
    api,
    as: ["MANAGE_IMPORTS"],
    viewport,
  });
  await expect.element(page.getByRole("link", { name: "Zur Mitgliederliste" })).toBeVisible();
  return { api, shown };
}

const undo = () => page.getByRole("button", { name: "Rückgängig machen" });

describe("what an import did", () => {
  test("in numbers, with who took it over and when", async () => {
    await open(APPLIED);
    await expect
      .element(page.getByRole("heading", { name: "Der Import ist übernommen" }))
      .toBeVisible();
    for (const words of [
      "10 Mitglieder angelegt",
      "2 Mitglieder geändert",
      "1 Gruppe angelegt",
      "1 Zugehörigkeit zu einer Gruppe eingetragen",
      "8 Mitglieder waren schon auf diesem Stand",
      "1 mehrdeutige Zeile ausgelassen",
      "3 fehlerhafte Zeilen nicht übernommen",
    ])
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expect
      .element(page.getByText("Übernommen am 22.11.2026 19:00 Uhr von Erika Mustermann."))
      .toBeVisible();
    await expectAccessible("the result of an import");
  });

  test("one that wrote nothing says so", async () => {
    const applied = { created: 0, updated: 0, left: 0, memberships: 0, groups: 0, skipped: 0 };
    await open({ ...counting({}), state: "APPLIED", applied });
    await expect.element(page.getByText("Es wurde nichts geändert.")).toBeVisible();
    expect(page.getByRole("main").getByRole("listitem").elements()).toHaveLength(5);
  });

  test("it leads to its changes and to another file", async () => {
    const { shown } = await open(APPLIED);
    await expect
      .element(page.getByRole("link", { name: "Änderungen ansehen" }))
      .toHaveAttribute("href", expect.stringContaining(`/users/history?importRunId=${APPLIED.id}`));
    await page.getByRole("button", { name: "Weitere Datei einlesen" }).click();
    await expect.poll(() => shown.address()).not.toContain("run=");
  });

  test("who may do nothing more finds only the list and another file", async () => {
    await open({ ...APPLIED, can: [] });
    await expect.element(undo()).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("button", { name: /Fehlerhafte Zeilen/ }))
      .not.toBeInTheDocument();
    await expect
      .element(page.getByRole("link", { name: "Änderungen ansehen" }))
      .not.toBeInTheDocument();
  });

  test("on the phone the buttons stand below each other and fit", async () => {
    await open(APPLIED, "phone");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the result on the phone");
  });
});

describe("undoing the whole import", () => {
  const question = () => page.getByRole("dialog", { name: "Den ganzen Import rückgängig machen?" });
  const reverted = (part: Partial<NonNullable<ImportRun["reverted"]>> = {}): ImportRun => ({
    ...APPLIED,
    state: "REVERTED",
    revertedAt: "2026-11-22T20:00:00+01:00",
    reverted: { reverted: 12, spared: [], sparedCount: 0, ...part },
    can: ["SEE_HISTORY"],
  });

  test("asks, does it, and says what became of the new members", async () => {
    const { api } = await open(APPLIED);
    await undo().click();
    await question().getByRole("button", { name: "Abbrechen" }).click();
    expect(api.calls(importContract.revertImport)).toHaveLength(0);
    api.answer(importContract.revertImport, reverted());
    api.answer(importContract.getImportRun, reverted());
    await undo().click();
    await question().getByRole("button", { name: "Import rückgängig machen" }).click();
    await expect
      .element(page.getByRole("heading", { name: "Der Import ist rückgängig gemacht" }))
      .toBeVisible();
    await expect.element(page.getByText("12 Änderungen zurückgenommen")).toBeVisible();
    await expect
      .element(page.getByText("Neu angelegte Mitglieder liegen im Papierkorb"))
      .toBeVisible();
    await expect
      .element(page.getByText("Alles steht wieder so da wie vor dem Import."))
      .toBeVisible();
    await expect.element(undo()).not.toBeInTheDocument();
  });

  test("what somebody changed since stays, and is named with both values", async () => {
    const part = { label: "Straße", field: "street", masked: false };
    await open(
      reverted({
        sparedCount: 3,
        spared: [
          {
            recordType: "USER",
            recordId: OTTO.id,
            recordName: "Otto Lang",
            reason: null,
            fields: [
              { ...part, imported: "Hafenstr. 7", current: "Kirchgasse 1" },
              {
                ...part,
                field: "iban",
                label: "IBAN",
                imported: null,
                current: null,
                masked: true,
              },
              { ...part, field: "city", label: "Ort", imported: "Jena", current: "Jena" },
            ],
          },
          {
            recordType: "GROUP",
            recordId: idOf(7),
            recordName: "Chor",
            reason: "In der Gruppe sind noch Mitglieder.",
            fields: [],
          },
        ],
      }),
    );
    await expect
      .element(page.getByRole("heading", { name: "Nicht zurückgenommen: 3 Einträge" }))
      .toBeVisible();
    for (const words of [
      "Straße: durch den Import „Hafenstr. 7“, jetzt „Kirchgasse 1“",
      "IBAN: seit dem Import geändert",
      "Ort: bleibt „Jena“",
      "In der Gruppe sind noch Mitglieder.",
    ])
      await expect.element(page.getByText(words)).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Otto Lang" }))
      .toHaveAttribute("href", expect.stringContaining(OTTO.id));
    await expect.element(page.getByText(/^und 1 weiterer/)).toBeVisible();
    await expectAccessible("an undo that spared something");
  });

  test("what the server refuses is said in its words", async () => {
    const { api } = await open(APPLIED);
    const detail = "Ein späterer Import muss zuerst zurückgenommen werden.";
    api.refuse(importContract.revertImport, { code: "CONFLICT", detail });
    await undo().click();
    await question().getByRole("button", { name: "Import rückgängig machen" }).click();
    await expect.element(page.getByText(detail)).toBeVisible();
    await expect.element(undo()).toBeVisible();
  });
});

describe("keeping columns and rules for the next file", () => {
  const name = () => page.getByLabelText("Name der Quelle");
  const keep = () => page.getByRole("button", { name: "Quelle merken" }).click();

  test("makes a mapping and a source of this run's settings", async () => {
    const { api } = await open(APPLIED);
    api.answer(mappingContract.createMappingConfig, MAPPING);
    api.answer(importContract.createImportSource, SOURCE);
    await name().fill(" Mitgliederliste aus Excel ");
    await keep();
    await expect
      .element(page.getByRole("link", { name: SOURCE.name }))
      .toHaveAttribute("href", expect.stringContaining(`/import/${SOURCE.id}`));
    expect(api.calls(mappingContract.createMappingConfig).map(({ body }) => body)).toEqual([
      { name: "Mitgliederliste aus Excel", isExport: false, entries: APPLIED.entries },
    ]);
    expect(api.calls(importContract.createImportSource)[0]?.body).toMatchObject({
      name: "Mitgliederliste aus Excel",
      kind: "FILE",
      mappingConfigId: MAPPING.id,
      matchKeys: APPLIED.matchKeys,
      onMissing: "REPORT",
    });
  });

  test("needs a name", async () => {
    const { api } = await open(APPLIED);
    await keep();
    await expect
      .element(name())
      .toHaveAccessibleDescription("Bitte geben Sie der Quelle einen Namen.");
    expect(api.calls(mappingContract.createMappingConfig)).toHaveLength(0);
  });

  test("a name that is taken stands at its field", async () => {
    const { api } = await open(APPLIED);
    const message = "Eine Zuordnung mit diesem Namen gibt es schon.";
    api.refuse(mappingContract.createMappingConfig, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "name", code: "TAKEN", message }],
    });
    await name().fill("Liste");
    await keep();
    await expect.element(name()).toHaveAccessibleDescription(message);
    await expect.element(name()).toHaveValue("Liste");
  });

  test("of a run that came from a source there is nothing to keep", async () => {
    const run = { ...APPLIED, sourceId: SOURCE.id };
    const api = serverWith({ runs: [run], sources: [SOURCE] });
    await renderPage(transfer, `/users/sync?run=${run.id}`, { api, as: ["MANAGE_IMPORTS"] });
    await expect.element(undo()).toBeVisible();
    await expect.poll(() => api.calls(importContract.getImportSource)).toHaveLength(1);
    await expect.element(name()).not.toBeInTheDocument();
  });
});
