import { expect, test } from "vitest";
import { transferFields } from "../../member-fields.ts";
import type { Legend } from "../reading/legends.ts";
import { rowMapper } from "./row-mapper.ts";
import { suggestEntries } from "./suggest.ts";

const FIELDS = transferFields(false, [], []);

/** The members that a list makes with the columns that are suggested for it. */
function members(columns: string[], rows: string[][], legend: Legend = []) {
  const entries = suggestEntries(columns, rows, FIELDS).flatMap(({ entry }) => entry ?? []);
  const map = rowMapper(columns, entries, FIELDS, {
    today: "2026-10-01",
    dateOrder: "DMY",
    sample: rows.map((cells) => ({ cells })),
    legend,
  });
  return rows.map((cells) => {
    const { values, problems } = map(cells);
    return { ...Object.fromEntries(values), problems: problems.map(({ field }) => field) };
  });
}

const NAMES = [
  ["Müller", "Eva"],
  ["Schmidt", "Jörg"],
  ["Weber", "Petra"],
  ["Koch", "Thomas"],
  ["Bauer", "Sabine"],
  ["Wolf", "Dieter"],
];
const list = (...columns: string[][]) =>
  NAMES.map((names, at) => [...names, ...columns.map((cells) => cells[at] ?? "")]);

test("a year alone is its first day for who joined, its last for who left, and no birthday", () => {
  const found = members(
    ["Nachname", "Vorname", "Geb.", "Eintritt", "Austritt"],
    list(
      ["1970", "01.02.1980", "", "", "", ""],
      ["1998", "04.2001", "", "", "", ""],
      ["2019", "", "", "", "", ""],
    ),
  );
  expect(found[0]).toMatchObject({
    joinedOn: "1998-01-01",
    leftOn: "2019-12-31",
    problems: ["birthday"],
  });
  expect(found[1]).toMatchObject({ birthday: "1980-02-01", joinedOn: "2001-04-01", problems: [] });
});

test("where postal codes abroad bear a letter, those without are at home", () => {
  const found = members(
    ["Nachname", "Vorname", "PLZ/Ort"],
    list(["A-6900 Bregenz", "07545 Gera", "CH-8280 Kreuzlingen", "01067 Dresden", "", ""]),
  );
  expect(
    found.map((member) => [Reflect.get(member, "postalCode"), Reflect.get(member, "country")]),
  ).toEqual([
    ["6900", "AT"],
    ["07545", "DE"],
    ["8280", "CH"],
    ["01067", "DE"],
    [null, undefined],
    [null, undefined],
  ]);
});

test("codes stand for what the list says, in groups and in the status", () => {
  const found = members(
    ["Nachname", "Vorname", "Abteilung", "Status"],
    list(["T", "T+TT", "TT", "T", "TT", "T"], ["01", "02", "01", "01", "02", "01"]),
    [
      ["T", "Turnen"],
      ["TT", "Tischtennis"],
      ["01", "aktiv"],
      ["02", "passiv"],
    ],
  );
  expect(found[1]).toMatchObject({ groups: ["Turnen", "Tischtennis"], status: "PASSIVE" });
});

test("mobile numbers among telephones are mobile where nothing else is", () => {
  const found = members(
    ["Nachname", "Vorname", "Telefon"],
    list(["0351 4710785", "0171 3920019", "0171 3920020 / 0351 4710786", "", "", ""]),
  );
  expect(found[0]).toMatchObject({ phone: "+493514710785" });
  expect(found[1]).toMatchObject({ phone: null, mobile: "+491713920019" });
  expect(found[2]).toMatchObject({ phone: "+493514710786", mobile: "+491713920020" });
});

test("several columns of crosses that say nothing else are groups", () => {
  const found = members(
    ["Nachname", "Vorname", "Eiche", "Buche", "Linde", "Newsletter"],
    list(
      ["x", "", "x", "", "", ""],
      ["", "x", "x", "", "", ""],
      ["", "", "x", "x", "", ""],
      ["x", "x", "x", "", "x", "x"],
    ),
  );
  expect(found[2]).toMatchObject({ groups: ["Eiche", "Buche", "Linde"] });
});

test("a row about several people is held back, one of a firm is not", () => {
  const found = members(
    ["Name, Vorname", "Geb."],
    [
      ["Müller, Hans u. Erika", "01.02.1960"],
      ["Schmidt, Eva Dr.", "02.03.1970"],
      ["Weber und Söhne GmbH", ""],
      ["Koch, Thomas", "03.04.1980"],
    ],
  );
  expect(found[0]).toMatchObject({ problems: ["fullName"] });
  expect(found[1]).toMatchObject({ firstname: "Eva", title: "Dr.", problems: [] });
  expect(found[2]).toMatchObject({ lastname: "Weber und Söhne GmbH", problems: [] });
});

test("a particle in a column of its own comes before the name", () => {
  const found = members(
    ["NZUSATZ", "NACHNAME", "VORNAME", "ORT"],
    [
      ["von", "Hagen", "Eva", "Gera"],
      ["", "Koch", "Thomas", "Kiel"],
      ["de", "Vries", "Jan", "Gera"],
    ],
  );
  expect(found.map((member) => Reflect.get(member, "lastname"))).toEqual([
    "von Hagen",
    "Koch",
    "de Vries",
  ]);
});
