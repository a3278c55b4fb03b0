import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { importContract, type ImportRun } from "../../../import-contract.ts";
import { importSampleContract } from "../../../import-sample-contract.ts";
import { mappingContract } from "../../../mapping-contract.ts";
import transfer from "../../module.tsx";
import { entryOf, MAPPING, RUN, SAMPLE, serverWith } from "../../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

/** The columns of the file behind this run. */
async function open(
  run: ImportRun = RUN,
  api: FakeApi = serverWith({ runs: [run], mappings: [MAPPING] }),
  viewport: "desktop" | "phone" = "desktop",
) {
  api.answer(importContract.changeImportSettings, { ...run, state: "PREVIEW" });
  const address = `/users/sync?run=${run.id}&step=mapping`;
  const shown = await renderPage(transfer, address, { api, as: ["MANAGE_IMPORTS"], viewport });
  await expect.element(page.getByText("Was wird aus den Spalten?")).toBeVisible();
  return { api, shown };
}

const sent = (api: FakeApi) =>
  api.calls(importContract.changeImportSettings).map(({ body }) => body);
const targetOf = (column: string) => page.getByRole("combobox", { name: `„${column}“ wird zu` });
const goOn = () => page.getByRole("button", { name: "Weiter zur Vorschau" });
const choose = async (column: string, field: string) => {
  await targetOf(column).click();
  await page.getByRole("option", { name: field }).click();
};

describe("what is shown", () => {
  test("how the file was read, what stands in each column, and what becomes of it", async () => {
    await open();
    await expect
      .element(
        page.getByText(
          "CSV (Text), Semikolon, Windows (1252), Spaltennamen in Zeile 3, Tage als Tag, Monat, Jahr",
        ),
      )
      .toBeVisible();
    const table = page.getByRole("table", { name: "Spalten der Datei und was aus ihnen wird" });
    const row = table.getByRole("row").filter({ hasText: "Nachname" }).first();
    await expect.element(row).toMatchTextContent("von der Heide · D'Angelo");
    await expect.element(row).toMatchTextContent("lastname an");
    await expect.element(targetOf("Nachname")).toHaveValue("Person->Nachname");
    await expect.element(page.getByText(/^3 von 4 Spalten werden übernommen\./)).toBeVisible();
    await expectAccessible("the columns of a file");
  });

  test("what was guessed from the content says so, what is not taken over is empty", async () => {
    await open();
    await expect
      .element(page.getByRole("rowheader", { name: /Geb\./ }))
      .toMatchTextContent("am Inhalt erkannt");
    await expect
      .element(page.getByRole("rowheader", { name: /^Geb\./ }))
      .toMatchTextContent("bitte prüfen");
    await expect.element(targetOf("Bemerkung")).toHaveValue("");
  });

  test("what the server warns of stands above the columns", async () => {
    const api = serverWith({ runs: [RUN] });
    const warnings = ["Zwei Spalten heißen „Name“.", "Die letzte Zeile ist eine Summe."];
    api.answer(importSampleContract.getImportSample, { ...SAMPLE, warnings });
    await open(RUN, api);
    const notes = page.getByRole("region", { name: "So wird die Datei gelesen" });
    for (const warning of warnings) await expect.element(notes.getByText(warning)).toBeVisible();
  });

  test("a column that may be several things offers them as buttons", async () => {
    const api = serverWith({ runs: [RUN] });
    const open_ = { column: "Bemerkung", entry: null, candidates: ["city", "memberNumber"] };
    const suggestions = [
      ...SAMPLE.suggestions,
      { ...open_, reason: null, confidence: 0.3, doubtful: false },
    ];
    api.answer(importSampleContract.getImportSample, { ...SAMPLE, suggestions });
    await open(RUN, api);
    await page.getByRole("button", { name: "Ort", exact: true }).click();
    await expect.element(targetOf("Bemerkung")).toHaveValue("Person->Ort");
  });

  test("the AI service is asked by a click, and what it says is only offered", async () => {
    const api = serverWith({ runs: [RUN] });
    const open_ = { column: "Bemerkung", entry: null, candidates: [] };
    api.answer(importSampleContract.getImportSample, {
      ...SAMPLE,
      suggestions: [
        ...SAMPLE.suggestions,
        { ...open_, reason: null, confidence: 0.3, doubtful: false },
      ],
    });
    api.answer(importSampleContract.getColumnService, {
      service: "ki.example.org",
      dailyLimit: 20,
    });
    api.answer(importSampleContract.askColumnService, {
      columns: [{ column: "Bemerkung", field: "city" }],
      note: null,
    });
    await open(RUN, api);
    await expect
      .element(page.getByText("an den Dienst ki.example.org", { exact: false }))
      .toBeVisible();
    await page.getByRole("button", { name: "KI-Dienst zu offenen Spalten fragen" }).click();
    await expect.element(page.getByText("Der KI-Dienst meint:")).toBeVisible();
    await expect.element(targetOf("Bemerkung")).toHaveValue("");
    await expectAccessible("columns with what the AI service says");
    await page.getByRole("button", { name: "Ort", exact: true }).click();
    await expect.element(targetOf("Bemerkung")).toHaveValue("Person->Ort");
  });

  test("without a service, or without a doubt, nothing is said of one", async () => {
    await open();
    await expect.element(targetOf("Vorname")).toBeVisible();
    await expect
      .element(page.getByRole("button", { name: "KI-Dienst zu offenen Spalten fragen" }))
      .not.toBeInTheDocument();
  });

  test("after a failure the columns can be loaded again", async () => {
    const api = serverWith({ runs: [RUN] });
    api.disconnect(importSampleContract.getImportSample);
    const address = `/users/sync?run=${RUN.id}&step=mapping`;
    await renderPage(transfer, address, { api, as: ["MANAGE_IMPORTS"] });
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    api.answer(importSampleContract.getImportSample, SAMPLE);
    await again.click();
    await expect.element(targetOf("Vorname")).toBeVisible();
  });

  test("on the phone columns and their fields stand below each other and fit", async () => {
    const long = "Straßenverzeichnisnummer der Gemeinde";
    const api = serverWith({ runs: [RUN] });
    const columns = [long, ...SAMPLE.columns.slice(1)];
    api.answer(importSampleContract.getImportSample, { ...SAMPLE, columns });
    await open({ ...RUN, columns }, api, "phone");
    await expect.element(page.getByRole("rowheader", { name: long })).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the columns on the phone");
  });
});

describe("changing what becomes of a column", () => {
  test("nothing changed leads on without asking the server", async () => {
    const { api, shown } = await open();
    await goOn().click();
    await expect.poll(() => shown.address()).toContain("step=preview");
    expect(sent(api)).toEqual([]);
  });

  test("a field is chosen by typing, sent with the rules, and the preview comes", async () => {
    const { api, shown } = await open();
    await targetOf("Bemerkung").fill("Ort");
    await expect.poll(() => page.getByRole("option").elements()).toHaveLength(1);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(targetOf("Bemerkung")).toHaveValue("Person->Ort");
    await goOn().click();
    await expect.poll(() => shown.address()).toContain("step=preview");
    expect(sent(api)).toEqual([
      {
        entries: [...(RUN.entries ?? []), entryOf("Bemerkung", "city")],
        matchKeys: RUN.matchKeys,
        onNew: "CREATE",
        onChanged: "UPDATE",
        onMissing: "REPORT",
        unknownGroups: "FAULTY",
        strict: false,
        neededFields: [],
        clearWord: null,
        remember: false,
      },
    ]);
  });

  test("a column is left out by its cross", async () => {
    await open();
    // Mantine leaves the cross out of the accessibility tree; the field is emptied by keys as well.
    await page.getByLabelText("„Vorname“ nicht übernehmen").click();
    await expect.element(targetOf("Vorname")).toHaveValue("");
    await expect.element(page.getByText(/^2 von 4 Spalten/)).toBeVisible();
  });

  test("two columns for one field are named, and there is no way on", async () => {
    await open();
    await choose("Bemerkung", "Person->Nachname");
    await expect
      .element(page.getByText(/^Mehrere Spalten füllen dasselbe Feld: Person->Nachname\./))
      .toBeVisible();
    await expect.element(goOn()).toBeDisabled();
  });

  test("without anything to know people by the office is warned, and may go on", async () => {
    await open({ ...RUN, entries: [entryOf("Nachname", "lastname")] });
    await expect
      .element(page.getByText(/^Ohne Mitgliedsnummer, E-Mail-Adresse oder Name mit Geburtstag/))
      .toBeVisible();
    await expect.element(goOn()).toBeEnabled();
  });

  test("one column fills a second field as well", async () => {
    const { api } = await open({ ...RUN, entries: [entryOf("Nachname", "lastname")] });
    await page.getByRole("button", { name: "Aus „Nachname“ noch ein Feld füllen" }).click();
    await expect.poll(() => targetOf("Nachname").elements()).toHaveLength(2);
    await goOn().click();
    await expect
      .poll(() => sent(api)[0]?.entries)
      .toEqual([entryOf("Nachname", "lastname"), entryOf("Nachname", "memberNumber")]);
  });

  test("a value for all rows is added, and taken away again", async () => {
    await open();
    await page.getByRole("button", { name: "Fester Wert für alle Zeilen" }).click();
    const fixed = page.getByRole("combobox", { name: "Feld mit festem Wert" });
    await expect.element(fixed).toHaveValue("Person->Mitgliedsnummer");
    await page.getByRole("button", { name: "Festen Wert entfernen" }).click();
    await expect.element(fixed).not.toBeInTheDocument();
  });

  test("a saved mapping is taken over as far as the file has its columns", async () => {
    const saved = { ...MAPPING, entries: [...MAPPING.entries, entryOf("Handy", "city")] };
    const api = serverWith({ runs: [RUN], mappings: [saved] });
    await open(RUN, api);
    await page.getByRole("combobox", { name: "Gespeicherte Zuordnung" }).click();
    await page.getByRole("option", { name: saved.name }).click();
    await expect.element(page.getByText(/Handy/)).toBeVisible();
    await expect.element(targetOf("Geb.")).toHaveValue("");
  });

  test("what the server refuses is said, and nothing chosen is lost", async () => {
    const { api, shown } = await open();
    const message = "Dieses Feld gibt es nicht.";
    api.refuse(importContract.changeImportSettings, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "entries.3.targetField", code: "INVALID", message }],
    });
    await choose("Bemerkung", "Person->Ort");
    await goOn().click();
    await expect.element(page.getByText(`${message} Es wurde nichts geändert.`)).toBeVisible();
    await expect.element(targetOf("Bemerkung")).toHaveValue("Person->Ort");
    expect(shown.address()).toContain("step=mapping");
  });
});

describe("how the file is read", () => {
  test("another separator reads the file again, and the columns start anew", async () => {
    const { api } = await open();
    await page.getByRole("button", { name: "Stimmt etwas nicht?" }).click();
    await expectAccessible("how a file is read");
    await page.getByRole("combobox", { name: "Zeichensatz" }).click();
    await page.getByRole("option", { name: "UTF-8" }).click();
    await expect
      .poll(() => sent(api))
      .toEqual([{ options: { sheet: null, encoding: "UTF-8" }, entries: null, remember: false }]);
  });

  test("of a workbook the sheet is chosen, hidden ones say so", async () => {
    const detected = {
      ...SAMPLE.detected,
      format: "XLSX" as const,
      delimiter: null,
      encoding: null,
      sheet: "Aktive",
      sheets: [
        { name: "Aktive", hidden: false },
        { name: "Alt", hidden: true },
      ],
    };
    const api = serverWith({ runs: [RUN] });
    api.answer(importSampleContract.getImportSample, { ...SAMPLE, detected });
    await open(RUN, api);
    await expect.element(page.getByText(/^Excel \(XLSX\), Blatt „Aktive“/)).toBeVisible();
    await page.getByRole("button", { name: "Stimmt etwas nicht?" }).click();
    await page.getByRole("combobox", { name: "Blatt" }).click();
    await page.getByRole("option", { name: "Alt (ausgeblendet)" }).click();
    await expect.poll(() => sent(api)[0]?.options).toEqual({ sheet: "Alt" });
    await expect
      .element(page.getByRole("combobox", { name: "Trennzeichen" }))
      .not.toBeInTheDocument();
  });
});

describe("the rules", () => {
  const opened = async () => {
    const given = await open();
    await page.getByRole("button", { name: /^Regeln/ }).click();
    await expect.element(page.getByText("Neue Personen")).toBeVisible();
    return given;
  };

  test("each says its consequence, and those chosen are sent", async () => {
    const { api } = await opened();
    await expectAccessible("the rules of an import");
    await page.getByRole("radio", { name: "Als ausgetreten eintragen" }).click();
    await page.getByRole("radio", { name: "Nur ergänzen" }).click();
    await page.getByRole("radio", { name: "Auslassen" }).click();
    await page.getByRole("radio", { name: "Gruppe weglassen" }).click();
    await page.getByRole("combobox", { name: "Ohne diese Angaben geht es nicht" }).fill("Ort");
    await page.getByRole("option", { name: "Person->Ort" }).click();
    await page.getByRole("radio", { name: "Die ganze Zeile draußen lassen" }).click();
    await page.getByLabelText("Wort zum Leeren").fill(" LÖSCHEN ");
    await goOn().click();
    await expect
      .poll(() => sent(api))
      .toMatchObject([
        {
          onMissing: "SET_LEFT",
          onChanged: "FILL_EMPTY",
          onNew: "SKIP",
          unknownGroups: "IGNORE",
          strict: true,
          neededFields: ["city"],
          clearWord: "LÖSCHEN",
        },
      ]);
  });

  test("the order in which people are found is changed by the arrow keys", async () => {
    const { api } = await opened();
    page
      .getByRole("button", { name: /^E-Mail-Adresse verschieben/ })
      .element()
      .focus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect
      .element(page.getByText("E-Mail-Adresse steht jetzt an Stelle 2 von 4."))
      .toBeInTheDocument();
    await goOn().click();
    await expect
      .poll(() => sent(api)[0]?.matchKeys)
      .toEqual(["ID", "EMAIL", "MEMBER_NUMBER", "NAME_BIRTHDAY"]);
  });

  test("the last thing to know people by can't be taken away", async () => {
    await opened();
    for (const name of ["eigene Kennung", "Mitgliedsnummer", "Name und Geburtstag"])
      await page.getByRole("checkbox", { name }).click();
    await expect.element(page.getByRole("checkbox", { name: "E-Mail-Adresse" })).toBeDisabled();
    await expect.element(page.getByText("Wiedererkannt an: E-Mail-Adresse")).toBeVisible();
  });
});

describe("the first rows as they arrive", () => {
  test("with what is wrong with each", async () => {
    const api = serverWith({ runs: [RUN] });
    api.answer(mappingContract.trySampleMapping, [
      {
        values: ["Lang", "Otto", ""].map((after) => ({ before: after, after })),
        problems: [{ column: "Geb.", message: "Den 31.02.1975 gibt es nicht." }],
      },
    ]);
    await open(RUN, api);
    await page.getByRole("button", { name: "Die ersten zehn Zeilen, wie sie ankommen" }).click();
    const sample = page.getByRole("region", { name: "Beispielzeilen, seitlich verschiebbar" });
    await expect
      .element(sample)
      .toMatchTextContent(/Person->Nachname.*LangOttoDen 31\.02\.1975 gibt es nicht\./);
    await expect
      .element(page.getByRole("table").first())
      .toMatchTextContent(/Den 31\.02\.1975 gibt es nicht\./);
  });
});
