import { expect, test } from "vitest";
import { elements, readPdf, rowTexts } from "#platform/server/documents/pdf/testing.ts";
import { type SignatureList, signatureList } from "./signature-list.ts";

const ANNA = { name: "Ähnlich, Anna", guest: false, answer: "zugesagt", companions: 0 };
const GERD = { name: "Gerd", guest: true, answer: "offen", companions: 2 };

const made = async (changes: Partial<SignatureList>) =>
  readPdf(
    await signatureList({
      clubName: "TSV Grünhausen",
      accentColor: "#0a5c36",
      title: "Sommerfest & Ehrungen",
      when: "Samstag, 4. Juli 2026, 14 Uhr",
      location: "Turnhalle",
      printed: "24.12.2026, 12:00 Uhr",
      people: [ANNA, GERD],
      ...changes,
    }),
  );

test("a list for signing is a table with an empty cell for each signature", async () => {
  const { pages, ...pdf } = await made({});
  expect(pdf).toMatchObject({
    title: "Sommerfest & Ehrungen",
    describedTitle: "Sommerfest & Ehrungen",
    language: "de-DE",
    isTagged: true,
    showsTitle: true,
  });
  expect(rowTexts(pages[0]!.structure)).toEqual([
    ["Nr.", "Name", "Antwort", "Begleitung", "Unterschrift"],
    ["1", "Ähnlich, Anna", "zugesagt", "", ""],
    ["2", "Gerd (Gast)", "offen", "+ 2", ""],
  ]);
  expect(elements(pages[0]!, "P").map(({ text }) => text)).toEqual([
    "TSV Grünhausen",
    "Samstag, 4. Juli 2026, 14 Uhr",
    "Turnhalle",
  ]);
});

test("the column of companions is there only where somebody brings one", async () => {
  const { pages } = await made({ people: [ANNA], location: null });
  expect(rowTexts(pages[0]!.structure)[0]).toEqual(["Nr.", "Name", "Antwort", "Unterschrift"]);
});

test("the headings come again on each page, and everybody once", async () => {
  const people = Array.from({ length: 60 }, (_, index) => ({ ...ANNA, name: `Name ${index}` }));
  const { pages } = await made({ people });
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page.texts).toContain("Unterschrift");
    expect(page.artifacts.at(-1)).toBe(
      `Stand 24.12.2026, 12:00 Uhr · Seite ${index + 1} von ${pages.length}`,
    );
  }
  const names = pages.flatMap((page) => rowTexts(page.structure).map(([, name]) => name));
  expect(names).toEqual(["Name", ...people.map(({ name }) => name)]);
});

test("an event without invited people says so, one with too many is refused", async () => {
  const { pages } = await made({ people: [] });
  expect(elements(pages[0]!, "P").at(-1)!.text).toBe("Es ist noch niemand eingeladen.");
  const people = Array.from({ length: 1_001 }, () => ANNA);
  await expect(made({ people })).rejects.toMatchObject({ code: "TOO_MANY_PEOPLE" });
});
