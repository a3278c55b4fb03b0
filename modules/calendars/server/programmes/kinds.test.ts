import { expect, test } from "vitest";
import { readProgramme } from "./read-programme.ts";
import { pageOf } from "./testing.ts";

const read = (lines: Parameters<typeof pageOf>[0], today = "2025-12-01") =>
  readProgramme([pageOf(lines)], Temporal.PlainDate.from(today)).map(({ start, end, startTime, endTime, title, location }) =>
    [start === end ? start : `${start}/${end}`, [startTime, endTime].filter((time) => time !== null).join("-"), title, location ?? ""].join(" | "),
  );

test("a table with other headings, one of them unknown, and weekdays from–to", () => {
  expect(
    read([
      "#Schuljahr 2026/27",
      ["Datum", "Wochentag", "Was", "Wann/Wo"],
      ["22.09.", "Di", "Elternabend", "19:30 Uhr, Aula"],
      ["12.–16.10.", "Mo–Fr", "Projektwoche", ""],
      ["20.04.", "Di", "Mitgliederversammlung", "20 Uhr, Lehrerzimmer"],
    ]),
  ).toEqual([
    "2026-09-22 | 19:30 | Elternabend | Aula",
    "2026-10-12/2026-10-16 |  | Projektwoche | ",
    "2027-04-20 | 20:00 | Mitgliederversammlung | Lehrerzimmer",
  ]);
});

test("the month in a column of its own, days with their weekday", () => {
  expect(
    read([
      "#Gartenjahr 2026",
      ["Monat", "Tag", "Veranstaltung", "Beginn"],
      ["März", "Sa 14.", "Wasser anstellen", "9.00"],
      ["", "Sa 28.", "Wegebau", "8.30"],
      ["Juni", "Sa 20.", "Tag des Gartens", "11.00"],
    ]),
  ).toEqual(["2026-03-14 | 09:00 | Wasser anstellen | ", "2026-03-28 | 08:30 | Wegebau | ", "2026-06-20 | 11:00 | Tag des Gartens | "]);
});

test("beginning and end with date and time each", () => {
  expect(
    read([
      ["Veranstaltung", "Beginn", "Ende"],
      ["Platzpflege", "28.03.2026 09:00", "28.03.2026 15:00"],
      ["Jugendcamp", "26.05.2026 09:00", "29.05.2026 16:00"],
      ["Sommernachtsparty", "18.07.2026 19:00", "19.07.2026 01:00"],
    ]),
  ).toEqual([
    "2026-03-28 | 09:00-15:00 | Platzpflege | ",
    "2026-05-26/2026-05-29 | 09:00-16:00 | Jugendcamp | ",
    "2026-07-18/2026-07-19 | 19:00-01:00 | Sommernachtsparty | ",
  ]);
});

test("several performances under the name of the play", () => {
  expect(
    read([
      "#Theaterfreunde Altenau",
      "",
      "#„Der zerbrochne Krug“",
      "Aufführungen im Bürgerhaus:",
      "",
      "Samstag, 14. November 2026, 20.00 Uhr (Premiere)",
      "Sonntag, 15. November 2026, 18.00 Uhr",
      "",
      "Vorverkauf ab 26. Oktober in der Buchhandlung",
    ]),
  ).toEqual(["2026-11-14 | 20:00 | „Der zerbrochne Krug“ | Bürgerhaus", "2026-11-15 | 18:00 | „Der zerbrochne Krug“ | Bürgerhaus"]);
});

test.each<[string, string[]]>([
  ["Am kommenden Freitag, den 6. März 2026, treffen wir uns um halb acht zur Mitgliederversammlung.", ["2026-03-06 | 19:30 | Mitgliederversammlung | "]],
  ["Die Turngala findet am 17. Oktober 2026 um 19 Uhr 30 in der Stadthalle statt.", ["2026-10-17 | 19:30 | Turngala | Stadthalle"]],
  ["Unser Sommerfest ist am 18.07.2026.", ["2026-07-18 |  | Sommerfest | "]],
  ["Der für den 7. Mai 2026 geplante Kochkurs muss leider entfallen.", []],
  ["12. Mai 2026, 19.30: Vorstandssitzung, Vereinslokal", ["2026-05-12 | 19:30 | Vorstandssitzung | Vereinslokal"]],
  ["Mo., 6. Apr. 2026 (Ostermontag): Emmausgang, Abmarsch 9 Uhr", ["2026-04-06 | 09:00 | Emmausgang | "]],
  ["Do. 21.5.2026, 15 Uhr Tanztee – abgesagt", []],
  ["31.8.2026 Ferien-Abschlussfest, Freibad, 15 Uhr", ["2026-08-31 | 15:00 | Ferien-Abschlussfest | Freibad"]],
  ["Kassenbericht für die Zeit vom 1.1. bis 31.12.2025", []],
])("%s", (line, expected) => expect(read([line])).toEqual(expected));

test("titles before their dates in a point of an agenda; a report of the past is none", () => {
  expect(
    read([
      "Seedorf, den 12.02.2026",
      "",
      "Bei den Meisterschaften am 24. Januar holten unsere Mädchen drei Titel.",
      "",
      "Termine 2026: Anfischen 25. April, Königsfischen 14. Juni, Abfischen 3. Oktober",
    ]),
  ).toEqual(["2026-04-25 |  | Anfischen | ", "2026-06-14 |  | Königsfischen | ", "2026-10-03 |  | Abfischen | "]);
});

test("a day's number and an hour below a month's heading are no time of day", () => {
  expect(read(["Januar '27", "Do. 21. 15 Uhr Vortrag, Gemeindehaus"])).toEqual(["2027-01-21 | 15:00 | Vortrag | Gemeindehaus"]);
});
