import { expect, test } from "vitest";
import { elements, readPdf } from "#platform/server/documents/pdf/testing.ts";
import { DEMO_CLUB } from "../club.ts";
import { pdfOf } from "./paper.ts";

test("papers of the demonstration are tagged like all others", async () => {
  const paragraph = "Der Verein fördert den Sport. ".repeat(20).trim();
  const paragraphs = Array.from({ length: 12 }, (_, index) => [`§ ${index + 1} Zweck`, paragraph]);
  const { pages, ...pdf } = await readPdf(await pdfOf("Satzung", paragraphs.flat()));
  expect(pdf).toMatchObject({
    title: "Satzung",
    language: "de-DE",
    isTagged: true,
    showsTitle: true,
  });
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page.artifacts).toEqual([`Seite ${index + 1} von ${pages.length}`]);
    expect(page.untagged).toEqual([]);
  }
  const read = (role: string) =>
    pages.flatMap((page) => elements(page, role).map(({ text }) => text.replaceAll(/\s+/g, " ")));
  expect(read("H1")).toEqual(["Satzung"]);
  expect(read("H2")).toEqual(paragraphs.map(([heading]) => heading));
  expect(read("P")).toEqual([DEMO_CLUB.name, ...paragraphs.map(() => paragraph)]);
});
