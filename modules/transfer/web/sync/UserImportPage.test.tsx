import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  dropFiles,
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { importContract, type ImportRun } from "../../import-contract.ts";
import transfer from "../module.tsx";
import { counting, idOf, MAPPING, RUN, serverWith, SOURCE } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const as = ["MANAGE_IMPORTS"] as const;
const input = () => page.getByLabelText("Datei mit Mitgliedern");
/** The red list at the top of the page is an alert as well, empty as it is. */
const alert = () => page.getByRole("alert").filter({ hasText: /./ });
const csv = (text = "Nachname;Vorname\nLang;Otto\n") =>
  new File([text], "Mitglieder.csv", { type: "text/csv" });

async function open(api: FakeApi, query = "", options: Parameters<typeof renderPage>[2] = {}) {
  return renderPage(transfer, `/users/sync${query}`, { api, as, ...options });
}

function openRun(run: ImportRun, options: Parameters<typeof renderPage>[2] = {}) {
  return open(serverWith({ runs: [run] }), `?run=${run.id}`, options);
}

test("without the right the page stays closed and nothing is asked for", async () => {
  await renderPage(transfer, "/users/sync", { as: ["MANAGE_EXPORTS"] });
  await expect
    .element(page.getByText(/Dazu haben Sie nicht die notwendigen Rechte\./))
    .toBeVisible();
});

describe("choosing a file", () => {
  test("its bytes go to the server, and the columns are looked at first", async () => {
    const api = serverWith({ runs: [RUN] });
    api.answer(importContract.startImport, RUN);
    const shown = await open(api);
    await input().upload(csv());
    await expect.poll(() => shown.address()).toBe(`/users/sync?run=${RUN.id}&step=mapping`);
    const [sent] = api.calls(importContract.startImport);
    expect(await sent?.body.text()).toBe("Nachname;Vorname\nLang;Otto\n");
    await expect.element(page.getByText("Was wird aus den Spalten?")).toBeVisible();
  });

  test("a file that is dropped is read as one that is chosen", async () => {
    const api = serverWith({ runs: [RUN] });
    api.answer(importContract.startImport, RUN);
    const shown = await open(api);
    await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
    dropFiles(page.getByText("Datei hierher ziehen").element(), [csv()]);
    await expect.poll(() => shown.address()).toContain(`run=${RUN.id}`);
  });

  test.for([
    ["Mitglieder.xls", "alt", "als „Excel-Arbeitsmappe (XLSX)“"],
    ["Mitglieder.pdf", "%PDF", "Gebraucht wird die Tabelle selbst"],
    ["leer.csv", "", "„leer.csv“ ist leer."],
    ["foto.heic", "x", "Dateien mit der Endung „heic“ kann diese Seite nicht lesen."],
  ] as const)("%s is refused with advice and not sent", async ([name, content, words]) => {
    const api = serverWith();
    await open(api);
    await input().upload(new File([content], name));
    await expect.element(alert()).toMatchTextContent(words);
    await expect.element(alert()).toMatchTextContent("An Ihren Mitgliedern wurde nichts geändert.");
    expect(api.calls(importContract.startImport)).toHaveLength(0);
  });

  test("while it is on its way one sees how far it is, and can stop it", async () => {
    const api = serverWith();
    api.answer(importContract.startImport, RUN);
    const release = api.hold(importContract.startImport);
    const shown = await open(api);
    await input().upload(csv());
    await expect.element(page.getByText("„Mitglieder.csv“ wird hochgeladen")).toBeVisible();
    await expectAccessible("a file on its way");
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
    release();
    expect(shown.address()).toBe("/users/sync");
  });

  test("when the connection breaks the office knows what to do, and can do it", async () => {
    const api = serverWith({ runs: [RUN] });
    api.disconnect(importContract.startImport);
    const shown = await open(api);
    await input().upload(csv());
    await expect
      .element(alert())
      .toMatchTextContent(
        "Die Verbindung ist unterbrochen. Bitte wählen Sie die Datei noch einmal.",
      );
    api.answer(importContract.startImport, RUN);
    await input().upload(csv());
    await expect.poll(() => shown.address()).toContain(`run=${RUN.id}`);
  });

  test("what the server says of a file it does not take stands there in its words", async () => {
    const api = serverWith();
    const detail = "Diese Datei ist keine Tabelle.";
    api.refuse(importContract.startImport, { code: "VALIDATION_FAILED", detail });
    await open(api);
    await input().upload(csv());
    await expect
      .element(alert())
      .toMatchTextContent(`„Mitglieder.csv“ konnte nicht gelesen werden: ${detail}`);
  });

  test("for a saved source the file goes to it, and the preview comes at once", async () => {
    const run = { ...RUN, sourceId: SOURCE.id, mappingConfigId: MAPPING.id };
    const api = serverWith({
      runs: [run],
      sources: [SOURCE, { ...SOURCE, id: idOf(9), quick: true }],
    });
    api.answer(importContract.runImportSource, run);
    const shown = await open(api);
    const source = page.getByRole("radio", { name: /^Mitgliederliste aus Excel/ });
    await expect.element(source).toHaveAccessibleDescription("Noch nie eingelesen");
    expect(page.getByRole("radio").elements()).toHaveLength(2);
    await source.click();
    await expect.poll(() => shown.address()).toBe(`/users/sync?source=${SOURCE.id}`);
    await input().upload(csv());
    await expect.poll(() => shown.address()).toBe(`/users/sync?run=${run.id}&step=preview`);
    expect(api.calls(importContract.runImportSource)).toMatchObject([
      { params: { id: SOURCE.id } },
    ]);
  });

  test("imports that were begun are offered to be finished", async () => {
    const long = { ...RUN, fileName: `${"Mitgliederliste ".repeat(8)}.csv` };
    await open(serverWith({ runs: [long] }), "", { viewport: "phone" });
    const link = page.getByRole("link", { name: /^Mitgliederliste/ });
    await expect
      .element(link)
      .toHaveAttribute("href", expect.stringContaining(`/users/sync?run=${RUN.id}`));
    await expect.element(page.getByText(/Erika Mustermann: wartet auf Sie, 2 neu/)).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("choosing a file on the phone");
  });
});

describe("while the server works", () => {
  test("it says in numbers what it does, and that the page may be left", async () => {
    const working: ImportRun = {
      ...RUN,
      state: "PARSING",
      stage: "COMPARING",
      progress: { done: 500, total: 2000 },
    };
    await openRun(working);
    await expect.element(page.getByText(/verglichen: 500 von 2\.000 Zeilen$/)).toBeVisible();
    await expect
      .element(page.getByRole("progressbar", { name: "Fortschritt des Imports" }))
      .toHaveAttribute("aria-valuenow", "25");
    await expect.element(page.getByText(/wird an Ihren Mitgliedern nichts geändert/)).toBeVisible();
    await expectAccessible("a run at work");
  });

  test("once it is done the preview appears by itself", async () => {
    const api = serverWith({ runs: [{ ...RUN, state: "PARSING", stage: "READING" }] });
    await open(api, `?run=${RUN.id}`);
    await expect.element(page.getByText(/^Die Datei wird gelesen/)).toBeVisible();
    api.answer(importContract.getImportRun, RUN);
    await expect.element(page.getByRole("button", { name: "Übernehmen" })).toBeVisible();
    await expect
      .element(page.getByText("„Mitglieder.csv“: 2 neu. Noch ist nichts geändert."))
      .toBeVisible();
  });

  test("the step one is at is told to those who can't see it", async () => {
    await openRun(RUN);
    await expect.element(page.getByRole("list", { name: "Schritte des Imports" })).toBeVisible();
    await expect
      .poll(() => document.querySelector('[aria-current="step"]')?.textContent)
      .toBe("3Vorschau");
  });
});

describe("a file that could not be read", () => {
  const failed: ImportRun = {
    ...RUN,
    state: "FAILED",
    detected: null,
    entries: null,
    error: "Die Datei enthält keine Tabelle.",
  };

  test("the reason, and how it may be read after all", async () => {
    const api = serverWith({ runs: [failed] });
    api.answer(importContract.changeImportSettings, () => {
      api.answer(importContract.getImportRun, RUN);
      return RUN;
    });
    await open(api, `?run=${RUN.id}`);
    await expect
      .element(alert())
      .toMatchTextContent(/Die Datei enthält keine Tabelle\. An Ihren Mitgliedern/);
    await page.getByRole("combobox", { name: "Trennzeichen" }).click();
    await page.getByRole("option", { name: "Tabulator" }).click();
    await expect
      .poll(() => api.calls(importContract.changeImportSettings).map(({ body }) => body))
      .toEqual([{ options: { sheet: null, delimiter: "\t" }, entries: null, remember: false }]);
    await expect.element(page.getByRole("button", { name: "Übernehmen" })).toBeVisible();
  });

  test("the row of the names is sent when its number is complete", async () => {
    const api = serverWith({ runs: [failed] });
    api.answer(importContract.changeImportSettings, failed);
    await open(api, `?run=${RUN.id}`);
    await page.getByLabelText("Spaltennamen in Zeile").fill("12");
    expect(api.calls(importContract.changeImportSettings)).toHaveLength(0);
    await userEvent.keyboard("{Enter}");
    await expect
      .poll(() => api.calls(importContract.changeImportSettings)[0]?.body.options)
      .toEqual({ sheet: null, headerRow: 12 });
  });

  test("who may not change it finds only the way to another file", async () => {
    const shown = await openRun({ ...failed, can: ["DELETE"] });
    const other = page.getByRole("button", { name: "Andere Datei wählen" });
    await expect.element(other).toBeVisible();
    await expect.element(page.getByRole("combobox")).not.toBeInTheDocument();
    await other.click();
    await expect.poll(() => shown.address()).toBe("/users/sync?step=preview");
  });
});

describe("a run that can't be shown", () => {
  test("one that is gone says that nothing happened", async () => {
    const api = serverWith();
    api.refuse(importContract.getImportRun, { code: "NOT_FOUND" });
    const shown = await open(api, `?run=${RUN.id}`);
    await expect.element(page.getByText(/^Diesen Import gibt es nicht mehr\./)).toBeVisible();
    await page.getByRole("button", { name: "Datei einlesen" }).click();
    await expect.poll(() => shown.address()).toBe("/users/sync?step=preview");
  });

  test("after a failure it is tried again", async () => {
    const api = serverWith({ runs: [counting({ same: 3 })] });
    api.disconnect(importContract.getImportRun);
    await open(api, `?run=${RUN.id}`);
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    api.answer(importContract.getImportRun, counting({ same: 3 }));
    await again.click();
    await expect.element(page.getByText(/Es gibt nichts zu übernehmen\./)).toBeVisible();
  });
});
