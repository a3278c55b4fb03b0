import { expect, test } from "vitest";
import { pageOf } from "../documents/testing.ts";
import { gridOf } from "./grid.ts";
import { linesOf } from "./lines.ts";

/** Cells of days that stand side by side. */

function cells(lines: Parameters<typeof pageOf>[0], month: number | null = null) {
  const { words, width } = pageOf(lines);
  const grid = gridOf({ words, left: 0, right: width }, linesOf(words), month);
  return grid?.cells.map((cell) => cell.words.map(({ text }) => text).join(" "));
}

const FEBRUARY = [
  "#Februar 2027",
  ["Mi", "Do", "Fr", "Sa", "So"],
  ["3", "4", "5", "6", "7"],
  ["12 Uhr", "", "17 Uhr", "", ""],
  ["Mittagstisch", "", "Kegeln", "", ""],
  ["10", "11", "12", "13", "14"],
  ["", "", "", "", "Tanzcafé"],
];

test("numbers that run on by one and by seven are days of the month above them", () => {
  expect(cells(FEBRUARY)).toEqual([
    "3. Februar 12 Uhr Mittagstisch",
    "5. Februar 17 Uhr Kegeln",
    "14. Februar Tanzcafé",
  ]);
});

test("after a month's last day follows the next month", () => {
  expect(
    cells(
      [
        ["22", "23", "24", "25"],
        ["Chor", "", "", ""],
        ["29", "30", "31", "1"],
        ["", "", "", "Ostern"],
      ],
      3,
    ),
  ).toEqual(["22. März Chor", "1. April Ostern"]);
});

test("dates side by side are heads of columns, and what runs across below them is none of theirs", () => {
  const grid = cells([
    ["Mo 3.8.2026", "Di 4.8.2026", "Mi 5.8.2026"],
    ["Anreise", "Olympiade", "Wanderung"],
    "Restzahlung bitte bis 15. Juli an die Leitung des Lagers überweisen",
  ]);
  expect(grid).toEqual(["Mo 3.8.2026 Anreise", "Di 4.8.2026 Olympiade", "Mi 5.8.2026 Wanderung"]);
});

test("rows of a table, with what happens beside its day, are no grid", () => {
  expect(
    cells([
      ["10.10.2026", "Konzert", "01.01.2027", "Neujahr"],
      ["22.11.2026", "Feier", "17.01.2027", "Wandern"],
    ]),
  ).toBeUndefined();
});

test("numbers without a month, and numbers that don't run on, are no days", () => {
  expect(cells(FEBRUARY.slice(2))).toBeUndefined();
  expect(cells(["#März", ["3", "9", "27"], ["a", "b", "c"], ["4", "1", "8"]])).toBeUndefined();
});
