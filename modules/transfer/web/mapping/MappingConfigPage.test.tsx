import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { mappingContract, type MappingConfig, type Transform } from "../../mapping-contract.ts";
import transfer from "../module.tsx";
import { entryOf, MAPPING, SAMPLE, serverWith } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const as = ["MANAGE_IMPORTS", "MANAGE_EXPORTS"] as const;
const name = () => page.getByLabelText("Name (Pflichtangabe)");
const press = (label: string | RegExp) => page.getByRole("button", { name: label }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });
const option = (label: string) => page.getByRole("option", { name: label, exact: true });

/** A new mapping of exports or of imports. */
async function create(isExport: boolean, viewport: "desktop" | "phone" = "desktop") {
  const api = serverWith();
  api.answer(mappingContract.createMappingConfig, MAPPING);
  const address = `/mapping-config/create${isExport ? "?isExport=true" : ""}`;
  const shown = await renderPage(transfer, address, { api, as, viewport });
  await expect.element(name()).toBeVisible();
  return { api, shown };
}

async function edit(config: MappingConfig) {
  const api = serverWith({ mappings: [config] });
  api.answer(mappingContract.updateMappingConfig, { ...config, version: config.version + 1 });
  const shown = await renderPage(transfer, `/mapping-config/${config.id}`, { api, as });
  await expect.element(name()).toHaveValue(config.name);
  return { api, shown };
}

const created = (api: Awaited<ReturnType<typeof create>>["api"]) =>
  api.calls(mappingContract.createMappingConfig).map(({ body }) => body);
const updated = (api: Awaited<ReturnType<typeof edit>>["api"]) =>
  api.calls(mappingContract.updateMappingConfig).map(({ body }) => body);

/** The export's column of one field with these steps. */
function columnOf(sourceField: string, ...transforms: Transform[]): MappingConfig {
  return {
    ...MAPPING,
    isExport: true,
    entries: [{ sourceField, targetField: "Spalte", transforms }],
  };
}

describe("columns of an export", () => {
  const add = async (field: string) => {
    await page.getByRole("combobox", { name: "Feld als Spalte hinzufügen" }).click();
    await option(`Person->${field}`).click();
  };

  test("are put together, named, and put in order by keyboard", async () => {
    const { api, shown } = await create(true);
    await name().fill("Meldung");
    for (const field of ["Nachname", "Vorname", "Geschlecht"]) await add(field);
    await page.getByLabelText("Name der Spalte 1").fill("Familienname");
    page
      .getByRole("button", { name: /^Geschlecht verschieben/ })
      .element()
      .focus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect
      .element(page.getByText("Geschlecht steht jetzt an Stelle 1 von 3."))
      .toBeInTheDocument();
    await expectAccessible("the editor of a mapping");
    await press("Zuordnung anlegen");
    await expect.poll(() => shown.address()).toContain("/export?tab=mappings");
    expect(created(api)).toEqual([
      {
        name: "Meldung",
        isExport: true,
        entries: [
          entryOf("gender", "Geschlecht"),
          entryOf("lastname", "Familienname"),
          entryOf("firstname", "Vorname"),
        ],
      },
    ]);
  });

  test("a field that is used is not offered again; taken away it is", async () => {
    await create(true);
    await add("Nachname");
    await page.getByRole("combobox", { name: "Feld als Spalte hinzufügen" }).click();
    await expect.element(option("Person->Vorname")).toBeVisible();
    await expect.element(option("Person->Nachname")).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await press("„Nachname“ entfernen");
    await expect.element(page.getByLabelText("Name der Spalte 1")).not.toBeInTheDocument();
  });

  test("another field takes the column's name along, unless it was named by hand", async () => {
    await create(true);
    await add("Nachname");
    const column = page.getByLabelText("Name der Spalte 1");
    await page.getByRole("combobox", { name: "Feld für „Nachname“" }).click();
    await option("Person->Ort").click();
    await expect.element(column).toHaveValue("Ort");
    await column.fill("Wohnort");
    await page.getByRole("combobox", { name: "Feld für „Wohnort“" }).click();
    await option("Person->Vorname").click();
    await expect.element(column).toHaveValue("Wohnort");
  });

  test("without a name and columns nothing is saved, and each gap is named", async () => {
    const { api } = await create(true);
    await press("Zuordnung anlegen");
    await expect.element(summary()).toHaveFocus();
    await expect
      .element(summary())
      .toMatchTextContent(/Bitte geben Sie der Zuordnung einen Namen\..*wenigstens eine Spalte/);
    await add("Nachname");
    await page.getByLabelText("Name der Spalte 1").fill("");
    await press("Zuordnung anlegen");
    await expect.element(summary()).toMatchTextContent("Die Spalte braucht einen Namen.");
    expect(created(api)).toHaveLength(0);
  });

  test("the first rows stand beside the columns", async () => {
    await create(true);
    await expect
      .element(page.getByText("Sobald etwas zugeordnet ist, steht hier ein Beispiel."))
      .toBeVisible();
    await add("Nachname");
    await expect
      .element(page.getByRole("region", { name: "Beispielzeilen, seitlich verschiebbar" }))
      .toMatchTextContent("NachnameNachname an");
  });

  test("on the phone the editor fits", async () => {
    await create(true, "phone");
    await add("Nachname");
    await add("Geburtsdatum");
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the editor of a mapping on the phone");
  });
});

describe("columns of an import", () => {
  test("are named by hand, each with the field it fills", async () => {
    const { api, shown } = await create(false);
    await name().fill("Liste");
    await page.getByRole("combobox", { name: "Feld hinzufügen" }).click();
    await option("Person->Nachname").click();
    await press("Zuordnung anlegen");
    await expect.element(summary()).toMatchTextContent("Bitte geben Sie den Namen der Spalte an.");
    await page.getByRole("combobox", { name: "Spalte 1 der Datei" }).fill("Familienname");
    await press("Zuordnung anlegen");
    await expect.poll(() => shown.address()).toContain("/import?tab=mappings");
    expect(created(api)).toEqual([
      { name: "Liste", isExport: false, entries: [entryOf("Familienname", "lastname")] },
    ]);
  });

  test("a sample file fills in what is understood, and shows what arrives", async () => {
    const { api } = await create(false);
    api.answer(mappingContract.readTableSample, SAMPLE);
    await page.getByLabelText("Beispieldatei").upload(new File(["Nachname"], "Liste.csv"));
    await expect
      .element(page.getByText("4 Spalten gelesen. Eine andere Datei ersetzt sie."))
      .toBeVisible();
    await expect
      .element(page.getByRole("combobox", { name: "Spalte 3 der Datei" }))
      .toHaveValue("Geb.");
    await expect
      .poll(() => api.calls(mappingContract.trySampleMapping).at(-1)?.body.table?.columns)
      .toEqual(SAMPLE.columns);
  });

  test("a file that is none is refused in words", async () => {
    const { api } = await create(false);
    await page.getByLabelText("Beispieldatei").upload(new File(["x"], "Liste.ods"));
    await expect
      .element(page.getByText(/^OpenDocument-Tabellen \(ODS\) kann diese Seite nicht lesen/))
      .toBeVisible();
    const detail = "Die Datei enthält keine Tabelle.";
    api.refuse(mappingContract.readTableSample, { code: "VALIDATION_FAILED", detail });
    await page.getByLabelText("Beispieldatei").upload(new File(["x"], "Liste.csv"));
    await expect.element(page.getByText(detail)).toBeVisible();
  });
});

describe("what is done with a value on its way", () => {
  const panel = () => page.getByRole("dialog");
  const add = async (step: string) => {
    await panel().getByRole("button", { name: "Schritt hinzufügen" }).click();
    await page.getByRole("menuitem", { name: step }).click();
  };
  const openPanel = async (config: MappingConfig) => {
    const given = await edit(config);
    await press(/^Spalte umwandeln/);
    await expect.element(panel()).toBeVisible();
    return given;
  };
  const save = async (api: Awaited<ReturnType<typeof edit>>["api"]) => {
    await panel().getByRole("button", { name: "Fertig" }).click();
    await expect.element(panel()).not.toBeInTheDocument();
    await press("Zuordnung speichern");
    await expect.poll(() => updated(api)).toHaveLength(1);
    return updated(api)[0]?.entries[0]?.transforms;
  };

  test("a table of values begins with all that the field may hold", async () => {
    const { api } = await openPanel(columnOf("gender"));
    await add("Wertetabelle");
    await expect
      .element(panel().getByRole("combobox", { name: "Wert 1", exact: true }))
      .toHaveValue("weiblich");
    await panel().getByLabelText("Wert 1 wird zu").fill("w");
    await panel().getByLabelText("Wert 2 wird zu").fill("m");
    await panel().getByRole("combobox", { name: "Alle anderen Werte" }).click();
    await page.getByRole("option", { name: "werden leer" }).click();
    await expectAccessible("a table of values");
    expect(await save(api)).toEqual([
      {
        kind: "VALUES",
        values: [
          { from: "FEMALE", to: "w" },
          { from: "MALE", to: "m" },
        ],
        otherwise: "EMPTY",
      },
    ]);
  });

  test("steps are done one after the other, in an order of one's own", async () => {
    const { api } = await openPanel(columnOf("lastname"));
    await add("Teil des Textes");
    await panel().getByLabelText("Getrennt an").fill(",");
    await panel().getByLabelText("Welcher Teil").fill("-1");
    await panel().getByRole("checkbox", { name: "und alles davor" }).click();
    await add("In Großbuchstaben");
    panel()
      .getByRole("button", { name: /^In Großbuchstaben verschieben/ })
      .element()
      .focus();
    await userEvent.keyboard("{ArrowUp}");
    expect(await save(api)).toEqual([
      { kind: "UPPER" },
      { kind: "SPLIT", separator: ",", part: -1, rest: true },
    ]);
  });

  test("fields are put together with what stands between them", async () => {
    const { api } = await openPanel(columnOf("lastname"));
    await add("Zusammenfügen");
    await expect
      .element(panel().getByText("Bitte wählen Sie, womit zusammengefügt wird."))
      .toBeVisible();
    await panel().getByRole("combobox", { name: "Zusammen mit" }).click();
    await option("Person->Vorname").click();
    await panel().getByLabelText("Dazwischen steht").fill(", ");
    expect(await save(api)).toEqual([{ kind: "JOIN", with: ["firstname"], separator: ", " }]);
  });

  test("days and numbers are written as the receiver wants them", async () => {
    const { api } = await openPanel(columnOf("birthday"));
    await add("Datum");
    await panel().getByLabelText("Muster").fill("YYYY-MM-DD");
    await add("Zahl");
    await panel().getByRole("combobox", { name: "Dezimalzeichen" }).click();
    await page.getByRole("option", { name: /^Punkt/ }).click();
    await panel().getByLabelText("Malnehmen mit").fill("0,01");
    await panel().getByLabelText("Nachkommastellen").fill("2");
    expect(await save(api)).toEqual([
      { kind: "DATE", format: "YYYY-MM-DD" },
      { kind: "NUMBER", decimal: ".", factor: 0.01, places: 2 },
    ]);
  });

  test("a fixed value stands in empty cells only, if wanted; a step is taken away", async () => {
    const trim: Transform = { kind: "TRIM" };
    const { api } = await openPanel(columnOf("city", trim));
    await panel().getByRole("button", { name: "Leerzeichen am Rand entfernen entfernen" }).click();
    await add("Fester Wert");
    await panel().getByLabelText("Wert", { exact: true }).fill("Jena");
    await panel().getByRole("checkbox", { name: "Nur, wenn sonst nichts da steht" }).click();
    expect(await save(api)).toEqual([{ kind: "CONSTANT", value: "Jena", onlyWhenEmpty: true }]);
  });

  test("an unfinished step keeps the mapping from being saved, and says so at its column", async () => {
    const { api } = await openPanel(columnOf("lastname"));
    await add("Teil des Textes");
    await panel().getByLabelText("Getrennt an").fill("");
    await panel().getByRole("button", { name: "Fertig" }).click();
    await press("Zuordnung speichern");
    await expect
      .element(summary())
      .toMatchTextContent("Spalte: Bitte geben Sie an, woran getrennt wird.");
    expect(updated(api)).toHaveLength(0);
  });

  test("what is done says the column in few words, with the first rows before and after", async () => {
    await edit(columnOf("gender", { kind: "UPPER" }, { kind: "TRIM" }));
    await press("Spalte umwandeln: In Großbuchstaben, dann Leerzeichen am Rand entfernen");
    await expect
      .element(panel().getByRole("table", { name: "So sieht es aus" }))
      .toMatchTextContent(/genderSpalte an/);
  });
});

describe("a mapping that is edited", () => {
  test("is saved with its version", async () => {
    const { api, shown } = await edit(MAPPING);
    await name().fill("Liste der Kasse");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => shown.address()).toContain("tab=mappings");
    expect(updated(api)).toEqual([
      { name: "Liste der Kasse", entries: MAPPING.entries, version: MAPPING.version },
    ]);
  });

  test("when somebody saved first, the reader chooses between the states", async () => {
    const { api } = await edit(MAPPING);
    const current = { ...MAPPING, name: "Andere", version: 5 };
    api.refuse(mappingContract.updateMappingConfig, { code: "STALE_VERSION", current });
    await name().fill("Meine");
    await press("Zuordnung speichern");
    await page.getByText("Neuer Stand: Andere").click();
    api.answer(mappingContract.updateMappingConfig, current);
    await press("Übernehmen und weiter bearbeiten");
    await expect.element(name()).toHaveValue("Andere");
  });

  test.for(["/mapping-config/7", "/mapping-config/abc"])(
    "%s is nothing (any more)",
    async (address) => {
      const api = serverWith();
      api.refuse(mappingContract.getMappingConfig, { code: "NOT_FOUND" });
      const shown = await renderPage(transfer, address, { api, as });
      await expect
        .element(page.getByText("Diese Zuordnung gibt es nicht oder nicht mehr."))
        .toBeVisible();
      await page.getByRole("link", { name: "Zu den gespeicherten Zuordnungen" }).click();
      await expect.poll(() => shown.address()).toContain("/import?tab=mappings");
    },
  );
});
