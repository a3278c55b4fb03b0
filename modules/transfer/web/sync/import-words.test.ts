import { expect, test } from "vitest";
import type { ImportRun } from "../../import-contract.ts";
import { countWords, planSentences, progressWords, writesSomething } from "./import-words.ts";
import { fileProblem } from "./file/upload-file.ts";

const counts = { new: 0, changed: 0, same: 0, ambiguous: 0, faulty: 0, undecided: 0, missing: 0 };
const run = (change: Partial<ImportRun["counts"]>, rules: Partial<ImportRun> = {}) =>
  ({
    compared: true,
    counts: { ...counts, ...change },
    onNew: "CREATE",
    onChanged: "UPDATE",
    onMissing: "REPORT",
    ...rules,
  }) as ImportRun;

test("counts say only what is there", () => {
  expect(countWords(run({ new: 4, same: 1279 }))).toBe("4 neu, 1.279 gleich");
  expect(countWords(run({}))).toBe("keine Zeilen");
  expect(countWords(run({}, { compared: false }))).toBe("mit den Mitgliedern verglichen");
});

test("the plan names every consequence, in singular and plural", () => {
  expect(
    planSentences(run({ new: 1, changed: 12, faulty: 6, undecided: 0, missing: 3 }), 2),
  ).toEqual([
    "1 Mitglied wird neu angelegt.",
    "Bei 12 Mitgliedern werden Angaben geändert.",
    "3 Mitglieder fehlen in der Datei und bleiben unverändert.",
    "2 mehrdeutige Zeilen bleiben draußen, solange Sie nicht entscheiden.",
    "6 fehlerhafte Zeilen bleiben draußen; Sie können sie herunterladen und verbessern.",
  ]);
  expect(planSentences(run({ new: 1 }), 0, ["Alle Mitglieder"])).toContain(
    "Es kommt in die Gruppe „Alle Mitglieder“.",
  );
  expect(planSentences(run({ new: 2 }), 0, ["Alle", "Chor"])).toContain(
    "Sie kommen in die Gruppen „Alle“, „Chor“.",
  );
  expect(planSentences(run({ missing: 1 }, { onMissing: "SET_LEFT" }), 0)).toEqual([
    "1 Mitglied fehlt in der Datei und bekommt heute als Austritt.",
  ]);
});

test("rules decide whether there is anything to write", () => {
  expect(writesSomething(run({ same: 300 }))).toBe(false);
  expect(writesSomething(run({ new: 3 }, { onNew: "SKIP" }))).toBe(false);
  expect(writesSomething(run({ missing: 3 }))).toBe(false);
  expect(writesSomething(run({ missing: 3 }, { onMissing: "SET_LEFT" }))).toBe(true);
});

test("progress has numbers as soon as they are known", () => {
  expect(
    progressWords({ state: "PARSING", stage: "READING", progress: { done: 0, total: 0 } }),
  ).toBe("Die Datei wird gelesen …");
  expect(
    progressWords({ state: "APPLYING", stage: "WRITING", progress: { done: 5000, total: 20_000 } }),
  ).toBe("Die Mitglieder werden übernommen: 5.000 von 20.000 Zeilen");
});

test("files that can't be read are refused with advice", () => {
  expect(fileProblem({ name: "Mitglieder.XLS", size: 10 })).toContain(
    "als „Excel-Arbeitsmappe (XLSX)“",
  );
  expect(fileProblem({ name: "foto.heic", size: 10 })).toContain("„heic“");
  expect(fileProblem({ name: "leer.csv", size: 0 })).toBe("„leer.csv“ ist leer.");
  expect(fileProblem({ name: "riesig.csv", size: 60 * 1024 * 1024 })).toContain("höchstens 50 MB");
  expect(fileProblem({ name: "Mitglieder.csv", size: 10 })).toBeUndefined();
});
