import { expect, test } from "vitest";
import { HeadingIndex } from "./heading-index.ts";

const INDEX = new HeadingIndex([
  { names: ["Mitgliedsnummer", "Mitgl.-Nr."] },
  { names: ["Eintrittsdatum", "Eintritt"] },
  { names: ["Geburtsdatum", "geb. am"] },
]);

function nearest(heading: string): number | undefined {
  return [...INDEX.likenesses(heading)].toSorted(([, a], [, b]) => b.alike - a.alike)[0]?.[0];
}

test.each([
  ["Mitglieds-\nnummer", 0],
  ["MITGLIEDS_NUMMER", 0],
  ["mitgliedsNummer", 0],
  ["Mtgl.-Nummer", 0],
  ["Vereinseintrittsdatum", 1],
  ["Eintr.", 1],
  ["Geb.-Dat. (TT.MM.JJJJ)", 2],
])("%s is nearest to its kind", (heading, role) => {
  expect(nearest(heading)).toBe(role);
});

test("a name that columns are given because they have none is like nothing", () => {
  for (const heading of ["", "A", "Spalte 7", "Column 3", "—", "🙂"])
    expect(INDEX.likenesses(heading).size).toBe(0);
});

test("a name that is left out is found by others alone", () => {
  expect(INDEX.likenesses("Eintritt", "Eintritt").get(1)).toMatchObject({ same: false });
  expect(INDEX.likenesses("Eintritt").get(1)).toEqual({ same: true, alike: 1 });
});
