import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { type Letters, printedLetters } from "./letters.ts";
import { elements, readPdf } from "./pdf/testing.ts";

const LIMITS = { timeMs: 30_000, memoryMb: 512 };
const LETTER = {
  address: ["Dr. Eva Groß", "c/o Lang", "Am Alten Bahnhof 3", "1010 Wien", "ÖSTERREICH"],
  subject: "Herzlichen Glückwunsch",
  text: "Sehr geehrte Frau Dr. Groß,\n\nalles Gute.",
};
const letters = (changes: Partial<Letters>): Letters => ({
  clubName: "TSV Grünhausen",
  accentColor: "#0a5c36",
  title: "Briefe",
  date: "22. November 2026",
  letters: [LETTER],
  ...changes,
});
const MM = 72 / 25.4;

/** Where each text of the first page begins, in millimetres from the upper left corner. */
async function placesOf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const height = page.getViewport({ scale: 1 }).height;
  const places = items.flatMap((item) =>
    "str" in item && item.str.trim() !== ""
      ? [
          {
            text: item.str,
            left: Number(item.transform[4]) / MM,
            right: (Number(item.transform[4]) + item.width) / MM,
            // The line that letters stand on.
            base: (height - Number(item.transform[5])) / MM,
          },
        ]
      : [],
  );
  await pdf.destroy();
  return places;
}

test("the address stands in the window of the envelope, and nothing else does", async () => {
  const places = await placesOf(await printedLetters(letters({}), LIMITS));
  // DIN 5008, form B: 85 by 45 mm, 20 mm from the left and 45 mm from the top.
  const inWindow = places.filter(
    ({ left, base }) => left >= 20 && left < 105 && base > 45 && base < 90,
  );
  expect(inWindow.map(({ text }) => text)).toEqual(["TSV Grünhausen", ...LETTER.address]);
  for (const { right } of inWindow) expect(right).toBeLessThan(105);
  const subject = places.find(({ text }) => text === LETTER.subject);
  expect(subject?.base).toBeGreaterThan(98);
});

test("a name that is too long for the window is cut, and the letter stays in its lines", async () => {
  const address = [
    "Freifrau ".repeat(20),
    ...Array.from({ length: 9 }, (_, line) => `Zeile ${line}`),
  ];
  const places = await placesOf(
    await printedLetters(letters({ letters: [{ ...LETTER, address }] }), LIMITS),
  );
  for (const { right } of places) expect(right).toBeLessThan(190.5);
  expect(places.some(({ text }) => text === "Zeile 4")).toBe(true);
  expect(places.some(({ text }) => text === "Zeile 5")).toBe(false);
});

test("a long text goes on on the next page, and the next letter begins on its own", async () => {
  const text = Array.from({ length: 90 }, (_, line) => `Zeile ${line + 1}`).join("\n");
  const bytes = await printedLetters(letters({ letters: [{ ...LETTER, text }, LETTER] }), LIMITS);
  const { pages, ...pdf } = await readPdf(bytes);
  expect(pdf).toMatchObject({ isTagged: true, language: "de-DE", title: "Briefe" });
  expect(pages.length).toBe(4);
  expect(pages[1]?.texts[0]).toMatch(/^Zeile \d+$/);
  expect(elements(pages[3]!, "H1").map((one) => one.text)).toEqual([LETTER.subject]);
  const told = pages.flatMap(({ texts }) => texts.filter((line) => line.startsWith("Zeile")));
  expect(told).toEqual(text.split("\n"));
});

test("more than the limits allow is refused", async () => {
  const many = Array.from({ length: 500 }, () => LETTER);
  await expect(
    printedLetters(letters({ letters: many }), { ...LIMITS, timeMs: 1 }),
  ).rejects.toMatchObject({ code: "TOO_MANY" });
});
