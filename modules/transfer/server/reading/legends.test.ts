import { expect, test } from "vitest";
import { legendOfRows, legendOfSheet } from "./legends.ts";

const rows = (...all: string[][]) => all.map((cells, at) => ({ line: at + 1, cells }));

test("codes are explained in a row below the list", () => {
  expect(legendOfRows(rows(["Legende: A = aktiv, P = passiv"]))).toEqual([
    ["A", "aktiv"],
    ["P", "passiv"],
  ]);
  expect(legendOfRows(rows(["TT", "Tischtennis"]))).toEqual([["TT", "Tischtennis"]]);
  expect(legendOfRows(rows(["Stand: 30.09.2026"], ["gedruckt am 01.10.2026, Seite 1"]))).toEqual(
    [],
  );
});

test("a sheet of codes and meanings is a legend, one of people is none", () => {
  expect(
    legendOfSheet(rows(["Kürzel", "Bedeutung"], ["T", "Turnen"], ["H", "Handball"])),
  ).toContainEqual(["T", "Turnen"]);
  expect(
    legendOfSheet(
      rows(["Nachname", "Vorname"], ["Müller", "Eva"], ["Ott", "Jan-Peter"], ["Krause", "Ina"]),
    ),
  ).toEqual([]);
});
