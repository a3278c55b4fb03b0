import { expect, test } from "vitest";
import { elements, readPdf, rowTexts } from "#platform/server/documents/pdf/testing.ts";
import { type LetterList, letterList } from "./letter-list.ts";

const made = async (changes: Partial<LetterList>) =>
  readPdf(
    await letterList({
      clubName: "TSV Grünhausen",
      accentColor: "#0a5c36",
      subject: "Einladung zum Sommerfest",
      printed: "24.12.2026, 12:00 Uhr",
      people: [
        ["Ähnlich, Anna", "Am Alten Bahnhof 3", "73033 Göppingen"],
        ["Öztürk, Özlem", "Keine Anschrift eingetragen"],
      ],
      ...changes,
    }),
  );

test("a letter list is a table of people with their address, line by line", async () => {
  const { pages, ...pdf } = await made({});
  expect(pdf).toMatchObject({ title: "Briefliste", language: "de-DE", isTagged: true });
  expect(rowTexts(pages[0]!.structure)).toEqual([
    ["Nr.", "Name", "Anschrift", "Erledigt"],
    ["1", "Ähnlich, Anna", "Am Alten Bahnhof 3\n73033 Göppingen", ""],
    ["2", "Öztürk, Özlem", "Keine Anschrift eingetragen", ""],
  ]);
  expect(elements(pages[0]!, "P").map(({ text }) => text)).toEqual([
    "TSV Grünhausen",
    "Nachricht: Einladung zum Sommerfest",
    "2 Personen haben keine E-Mail-Adresse und bekommen die Nachricht auf Papier.",
  ]);
  expect(pages[0]!.artifacts).toEqual(["Stand 24.12.2026, 12:00 Uhr · Seite 1 von 1"]);
});

test("one person is said to be one", async () => {
  const { pages } = await made({ subject: null, people: [["Ähnlich, Anna"]] });
  expect(elements(pages[0]!, "P").map(({ text }) => text)).toEqual([
    "TSV Grünhausen",
    "Eine Person hat keine E-Mail-Adresse und bekommt die Nachricht auf Papier.",
  ]);
});

test("where nobody needs a letter the paper says so", async () => {
  const { pages } = await made({ people: [] });
  expect(elements(pages[0]!, "P").at(-1)!.text).toBe(
    "Alle haben eine E-Mail-Adresse. Es ist kein Brief nötig.",
  );
});

test("a long name is wrapped, not cut", async () => {
  const name = "von und zu Hohenstein-Waldburg-Schwarzenfels, Maximilian-Alexander Ferdinand";
  const { pages } = await made({ people: [[name, "Weg 1"]] });
  const [, cells] = rowTexts(pages[0]!.structure);
  expect(cells![1]!.split("\n").length).toBeGreaterThan(1);
  expect(cells![1]!.replaceAll(/-\s/g, "-").replaceAll(/\s+/g, " ")).toBe(name);
});

test("more people than a list can hold are refused", async () => {
  const people = Array.from({ length: 5_001 }, (_, index) => [`Name${index}`]);
  await expect(made({ people })).rejects.toMatchObject({ code: "TOO_MANY_PEOPLE" });
});
