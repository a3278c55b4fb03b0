import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, expectNoSidewaysScroll, renderPage } from "#platform/web/testing.ts";
import { importContract, type ImportRun, type ImportSource } from "../../import-contract.ts";
import { mappingContract, type MappingConfig } from "../../mapping-contract.ts";
import transfer from "../module.tsx";
import { counting, FETCHED, idOf, MAPPING, RUN, serverWith, SOURCE } from "../testing.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T20:00:00+01:00"));

const as = ["MANAGE_IMPORTS"] as const;

interface Lists {
  sources?: ImportSource[];
  runs?: ImportRun[];
  mappings?: MappingConfig[];
}

async function open(records: Lists, query = "", viewport: "desktop" | "phone" = "desktop") {
  const api = serverWith(records);
  const shown = await renderPage(transfer, `/import${query}`, { api, as, viewport });
  await expect
    .element(page.getByRole("heading", { level: 1, name: "Import Quellen" }))
    .toBeVisible();
  return { api, shown };
}

const row = (text: string) => page.getByRole("row").filter({ hasText: text });

describe("the sources", () => {
  test("say where they come from, when, and how the last run stands", async () => {
    const lastRun = counting({ new: 4 });
    await open({ sources: [FETCHED, { ...SOURCE, lastRun }] });
    await expect.element(page.getByText("2 Quellen")).toBeVisible();
    await expect
      .element(row("Verband"))
      .toMatchTextContent(/Adresse im Netz.*montags um 06:00 Uhr/);
    await expect
      .element(row("Mitgliederliste aus Excel"))
      .toMatchTextContent(/Datei.*von Hand.*22\.11\.2026 18:30 Uhr.*wartet auf Sie/);
    await expectAccessible("the import sources");
  });

  test("the place of dropped files has a name of its own", async () => {
    await open({ sources: [{ ...SOURCE, quick: true, name: "quick" }] });
    await expect.element(row("Einzelne Dateien")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Datei für „Einzelne Dateien“ einlesen" }))
      .toHaveAttribute("href", expect.stringMatching(/\/users\/sync$/));
  });

  test("none yet: what to do instead of an empty table", async () => {
    await open({});
    await expect.element(page.getByText(/^Noch keine Quelle\./)).toBeVisible();
    expect(page.getByRole("link", { name: "Quelle anlegen" }).elements()).not.toHaveLength(0);
  });

  test("are searched by name, and the address keeps the words", async () => {
    const { api, shown } = await open({ sources: [FETCHED, SOURCE] });
    await page.getByPlaceholder("Name der Quelle").fill("Verb");
    await expect.element(row("Mitgliederliste aus Excel")).not.toBeInTheDocument();
    expect(shown.address()).toContain("q=Verb");
    expect(api.calls(importContract.searchImportSources).at(-1)?.query).toMatchObject({
      q: "Verb",
      page: 0,
    });
    await page.getByPlaceholder("Name der Quelle").fill("xyz");
    await expect.element(page.getByText("Keine Quelle heißt so.")).toBeVisible();
  });

  test("one with an address is fetched from the list, and its run opens", async () => {
    const { api, shown } = await open({ sources: [FETCHED] });
    api.answer(importContract.runImportSource, { ...RUN, sourceId: FETCHED.id });
    await page.getByRole("button", { name: "„Verband“ jetzt abholen" }).click();
    await expect.poll(() => shown.address()).toBe(`/users/sync?run=${RUN.id}`);
    const [call] = api.calls(importContract.runImportSource);
    expect([call?.params.id, call?.body.size]).toEqual([FETCHED.id, 0]);
  });

  test("after a failure they can be loaded again", async () => {
    const api = serverWith({ sources: [SOURCE] });
    api.disconnect(importContract.searchImportSources);
    await renderPage(transfer, "/import", { api, as });
    const again = page.getByRole("button", { name: "Erneut versuchen" });
    await expect.element(again).toBeVisible();
    api.answer(importContract.searchImportSources, {
      content: [SOURCE],
      page: 0,
      size: 50,
      totalElements: 1,
      totalPages: 1,
    });
    await again.click();
    await expect.element(row("Mitgliederliste aus Excel")).toBeVisible();
  });

  test("on the phone long names and addresses fit", async () => {
    await open({ sources: [{ ...FETCHED, name: "Landesverband ".repeat(7).trim() }] }, "", "phone");
    await expect.element(page.getByText(/^Landesverband/).first()).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the import sources on the phone");
  });
});

describe("the runs", () => {
  const tab = "?tab=runs";

  test("each says what came of it and leads there", async () => {
    const of = (number: number, part: Partial<ImportRun>) => ({
      ...RUN,
      id: idOf(number),
      ...part,
    });
    await open(
      {
        runs: [
          of(1, { fileName: "neu.csv" }),
          of(2, { fileName: "alt.csv", state: "FAILED", error: "Die Datei ist leer." }),
          of(3, { fileName: null, scheduled: true, sourceName: "Verband", state: "APPLIED" }),
          of(4, {
            fileName: "weg.csv",
            state: "REVERTED",
            reverted: { reverted: 12, spared: [], sparedCount: 1 },
          }),
        ],
      },
      tab,
    );
    await expect.element(row("neu.csv")).toMatchTextContent(/wartet auf Sie.*2 neu/);
    await expect.element(row("alt.csv")).toMatchTextContent(/gescheitert.*Die Datei ist leer\./);
    await expect.element(row("Verband")).toMatchTextContent(/übernommen.*nach Zeitplan/);
    await expect
      .element(row("weg.csv"))
      .toMatchTextContent(/12 Änderungen zurückgenommen, 1 Eintrag verschont/);
    await expect
      .element(row("neu.csv").getByRole("link").first())
      .toHaveAttribute("href", expect.stringContaining(`/users/sync?run=${idOf(1)}`));
    await expectAccessible("the runs of imports");
  });

  test("none yet", async () => {
    await open({}, tab);
    await expect.element(page.getByText("Noch wurde nichts eingelesen.")).toBeVisible();
  });

  test("on the phone they fit", async () => {
    const fileName = `${"Mitgliederliste".repeat(6)}.csv`;
    await open({ runs: [{ ...RUN, fileName }] }, tab, "phone");
    await expect.element(page.getByText("wartet auf Sie").first()).toBeVisible();
    await expectNoSidewaysScroll(320);
  });
});

describe("the mappings", () => {
  const tab = "?tab=mappings";
  const remove = () => page.getByRole("button", { name: `„${MAPPING.name}“ löschen` });

  test("are listed with their number of fields and lead to the editor", async () => {
    await open({ mappings: [MAPPING] }, tab);
    await expect
      .element(page.getByRole("link", { name: MAPPING.name }))
      .toHaveAttribute("href", expect.stringContaining(`/mapping-config/${MAPPING.id}`));
    await expect.element(page.getByText("2 Felder")).toBeVisible();
    await expectAccessible("the mappings of imports");
  });

  test("one is deleted, and made again when that was a mistake", async () => {
    const { api } = await open({ mappings: [MAPPING] }, tab);
    api.answer(mappingContract.deleteMappingConfig);
    api.answer(mappingContract.createMappingConfig, MAPPING);
    await remove().click();
    await expect.element(page.getByText(`„${MAPPING.name}“ ist gelöscht.`)).toBeVisible();
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect
      .poll(() => api.calls(mappingContract.createMappingConfig).map(({ body }) => body))
      .toEqual([{ name: MAPPING.name, isExport: false, entries: MAPPING.entries }]);
  });

  test("who may not delete finds no button", async () => {
    await open({ mappings: [{ ...MAPPING, can: ["EDIT"] }] }, tab);
    await expect.element(page.getByRole("link", { name: MAPPING.name })).toBeVisible();
    await expect.element(remove()).not.toBeInTheDocument();
  });

  test("one that a source uses stays, and the reader learns why", async () => {
    const { api } = await open({ mappings: [MAPPING] }, tab);
    const detail = "Die Quelle „Verband“ verwendet diese Zuordnung.";
    api.refuse(mappingContract.deleteMappingConfig, { code: "CONFLICT", detail });
    await remove().click();
    await expect.element(page.getByText(new RegExp(detail))).toBeVisible();
    await expect.element(page.getByRole("link", { name: MAPPING.name })).toBeVisible();
  });

  test("none yet", async () => {
    await open({}, tab);
    await expect.element(page.getByText(/^Noch keine Zuordnung\./)).toBeVisible();
  });
});

describe("one source", () => {
  async function openSource(source: ImportSource, runs: ImportRun[] = []) {
    const api = serverWith({ sources: [source], runs });
    const shown = await renderPage(transfer, `/import/${source.id}`, { api, as });
    return { api, shown };
  }
  const fact = (words: string | RegExp) => page.getByText(words).first();

  test("of an address its secret is named and never shown", async () => {
    await openSource({ ...FETCHED, onMissing: "SET_LEFT", clearWord: "LÖSCHEN" });
    await expect
      .element(fact("Wird montags um 06:00 Uhr abgeholt, das nächste Mal am 23.11.2026 06:00 Uhr"))
      .toBeVisible();
    await expect.element(fact("Authorization (verschlüsselt)")).toBeVisible();
    await expect.element(fact("wartet auf jemanden, der die Vorschau prüft")).toBeVisible();
    await expect.element(fact("bekommen den Tag als Austritt")).toBeVisible();
    await expect.element(fact("Mitgliedsnummer, sonst Name und Geburtstag")).toBeVisible();
    await expect.element(fact("LÖSCHEN")).toBeVisible();
    await expectAccessible("an import source");
  });

  test("one of files says nothing of addresses", async () => {
    await openSource(SOURCE);
    await expect.element(fact("Aus einer Datei, die Sie hochladen")).toBeVisible();
    await expect.element(page.getByText("Zugangsdaten")).not.toBeInTheDocument();
    await expect.element(fact("Aus dieser Quelle wurde noch nichts eingelesen.")).toBeVisible();
  });

  test("it is deleted after the question, with a word about its runs", async () => {
    const { api, shown } = await openSource(SOURCE);
    api.answer(importContract.deleteImportSource);
    const question = page.getByRole("dialog", { name: `Quelle „${SOURCE.name}“ löschen?` });
    await page.getByRole("button", { name: "Löschen" }).click();
    await expect.element(question).toMatchTextContent(/die bisherigen Läufe bleiben/);
    await question.getByRole("button", { name: "Abbrechen" }).click();
    await page.getByRole("button", { name: "Löschen" }).click();
    await question.getByRole("button", { name: "Quelle löschen" }).click();
    await expect.element(page.getByText(`Die Quelle „${SOURCE.name}“ ist gelöscht.`)).toBeVisible();
    expect(shown.address()).toBe("/import");
    expect(api.calls(importContract.deleteImportSource)).toHaveLength(1);
  });

  test("the buttons are those of the reader's rights", async () => {
    await openSource({ ...SOURCE, can: ["RUN"] });
    await expect
      .element(page.getByRole("link", { name: `Datei für „${SOURCE.name}“ einlesen` }))
      .toHaveAttribute("href", expect.stringContaining(`/users/sync?source=${SOURCE.id}`));
    await expect.element(page.getByRole("link", { name: "Bearbeiten" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Löschen" })).not.toBeInTheDocument();
  });

  test("one that is gone says so", async () => {
    const api = serverWith();
    api.refuse(importContract.getImportSource, { code: "NOT_FOUND" });
    await renderPage(transfer, `/import/${SOURCE.id}`, { api, as });
    await expect
      .element(page.getByText("Diese Quelle gibt es nicht oder nicht mehr."))
      .toBeVisible();
  });
});
