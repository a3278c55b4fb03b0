import type { pageOf } from "../documents/testing.ts";

/** A page of a kind that clubs write. */
interface KindSample {
  kind: string;
  lines: Parameters<typeof pageOf>[0];
  /** Its events, as `eventLine` writes them. */
  events: string[];
}

/** The day on which the kinds are read. */
export const KINDS_READ_ON = "2025-12-01";

export const KINDS: readonly KindSample[] = [
  {
    kind: "a table with other headings, one of them unknown, and weekdays from–to",
    lines: [
      "#Schuljahr 2026/27",
      ["Datum", "Wochentag", "Was", "Wann/Wo"],
      ["22.09.", "Di", "Elternabend", "19:30 Uhr, Aula"],
      ["12.–16.10.", "Mo–Fr", "Projektwoche", ""],
      ["20.04.", "Di", "Mitgliederversammlung", "20 Uhr, Lehrerzimmer"],
    ],
    events: [
      "2026-09-22 | 19:30 | Elternabend | Aula",
      "2026-10-12/2026-10-16 |  | Projektwoche | ",
      "2027-04-20 | 20:00 | Mitgliederversammlung | Lehrerzimmer",
    ],
  },
  {
    kind: "the month in a column of its own, days with their weekday",
    lines: [
      "#Gartenjahr 2026",
      ["Monat", "Tag", "Veranstaltung", "Beginn"],
      ["März", "Sa 14.", "Wasser anstellen", "9.00"],
      ["", "Sa 28.", "Wegebau", "8.30"],
      ["Juni", "Sa 20.", "Tag des Gartens", "11.00"],
    ],
    events: [
      "2026-03-14 | 09:00 | Wasser anstellen | ",
      "2026-03-28 | 08:30 | Wegebau | ",
      "2026-06-20 | 11:00 | Tag des Gartens | ",
    ],
  },
  {
    kind: "beginning and end with date and time each",
    lines: [
      ["Veranstaltung", "Beginn", "Ende"],
      ["Platzpflege", "28.03.2026 09:00", "28.03.2026 15:00"],
      ["Jugendcamp", "26.05.2026 09:00", "29.05.2026 16:00"],
      ["Sommernachtsparty", "18.07.2026 19:00", "19.07.2026 01:00"],
    ],
    events: [
      "2026-03-28 | 09:00-15:00 | Platzpflege | ",
      "2026-05-26/2026-05-29 | 09:00-16:00 | Jugendcamp | ",
      "2026-07-18/2026-07-19 | 19:00-01:00 | Sommernachtsparty | ",
    ],
  },
  {
    kind: "months in the margin whose letters stand apart, a day or two in each",
    lines: [
      "#2026",
      ["J A N", "18 So Ständchen, Pflegeheim Sonnenhof, 11 h"],
      ["F E B", "28 Sa Wertungsspiel, Stadthalle"],
      ["A P R", "1 Mi Osterprobe, Probelokal, 19–21.30 h"],
      ["J U L", "4 Sa Schlosskonzert, Schlosshof, 20.30 h"],
    ],
    events: [
      "2026-01-18 | 11:00 | Ständchen | Pflegeheim Sonnenhof",
      "2026-02-28 |  | Wertungsspiel | Stadthalle",
      "2026-04-01 | 19:00-21:30 | Osterprobe | Probelokal",
      "2026-07-04 | 20:30 | Schlosskonzert | Schlosshof",
    ],
  },
  {
    kind: "several performances under the name of the play",
    lines: [
      "#Theaterfreunde Altenau",
      "",
      "#„Der zerbrochne Krug“",
      "Aufführungen im Bürgerhaus:",
      "",
      "Samstag, 14. November 2026, 20.00 Uhr (Premiere)",
      "Sonntag, 15. November 2026, 18.00 Uhr",
      "",
      "Vorverkauf ab 26. Oktober in der Buchhandlung",
    ],
    events: [
      "2026-11-14 | 20:00 | „Der zerbrochne Krug“ | Bürgerhaus",
      "2026-11-15 | 18:00 | „Der zerbrochne Krug“ | Bürgerhaus",
    ],
  },
  {
    kind: "a poster's blocks: each has its name right above its day; a price is no name",
    lines: [
      "#NARRENZUNFT HEXENLOCH",
      "",
      "Häsabstauben",
      "Mi, 6. Januar 2027, 14 Uhr – Zunftstube",
      "",
      "Zunftball",
      "Sa, 30. Januar 2027, Saalöffnung 18.30 Uhr, Beginn 19.31 Uhr, Stadthalle – Eintritt 12 €",
      "",
      "Großer Umzug",
      "Sonntag, 7. Februar 2027 · 13.31 Uhr",
    ],
    events: [
      "2027-01-06 | 14:00 | Häsabstauben | Zunftstube",
      "2027-01-30 | 19:31 | Zunftball | Stadthalle",
      "2027-02-07 | 13:31 | Großer Umzug | ",
    ],
  },
  {
    kind: "a table with a person's column, a comma in its titles, and a remark across about no duty",
    lines: [
      "#Dienstplan 2027",
      ["Nr.", "Datum", "Uhrzeit", "Thema", "Verantwortlich"],
      ["1", "Fr 15.01.", "18:00 – 19:30", "UVV, Jahresplanung", "M. Bauer"],
      ["2", "Fr 29.01.", "18:00 – 19:30", "Knoten und Stiche mit dem Seile", "L. Vogel"],
      "            Fasnetsferien – kein Dienst vom 06.02. bis 14.02.2027",
      ["3", "Fr 26.02.", "18:00 – 20:00", "Löschangriff trocken", "M. Bauer"],
      ["4", "Fr 14.05. – So 16.05.", "", "Zeltlager in Meersburg", "L. Vogel"],
    ],
    events: [
      "2027-01-15 | 18:00-19:30 | UVV, Jahresplanung | ",
      "2027-01-29 | 18:00-19:30 | Knoten und Stiche mit dem Seile | ",
      "2027-02-26 | 18:00-20:00 | Löschangriff trocken | ",
      "2027-05-14/2027-05-16 |  | Zeltlager in Meersburg | ",
    ],
  },
  {
    kind: "columns as near as words are told apart by where their cells begin",
    lines: [
      "#Termine 2027",
      ["Wann", "Was", "Treffpunkt", "Bemerkung"],
      ["09.01.27", "Winterwanderung", "Vereinsheim, 10.00 Uhr", "mit Einkehr"],
      ["14.03.27, 9:30 Uhr", "Anradeln", "Marktplatz", "Helmpflicht"],
      [
        "23.–25.04.27",
        "Trainingslager Pfalz mit Zeitfahre",
        "Jugendherberge Annweiler Tal 1234",
        "Anmeldung bis 28.02.",
      ],
      ["19.06.27", "Sommerfest", "Festplatz", "Kuchenspenden erbeten"],
      ["20.06.27", "Abradeln", "Festplatz", "Helmpflicht"],
    ],
    events: [
      "2027-01-09 | 10:00 | Winterwanderung | Vereinsheim",
      "2027-03-14 | 09:30 | Anradeln | Marktplatz",
      "2027-04-23/2027-04-25 |  | Trainingslager Pfalz mit Zeitfahre | Jugendherberge Annweiler Tal 1234",
      "2027-06-19 |  | Sommerfest | Festplatz",
      "2027-06-20 |  | Abradeln | Festplatz",
    ],
  },
  {
    kind: "a named day above or before times is a date, but no part of a title",
    lines: [
      "#Advent 2026",
      "Sonntag, 6. Dezember",
      "10 Uhr Gottesdienst",
      "",
      "Heiligabend",
      "16 Uhr Krippenspiel",
      "22 Uhr Christmette",
      "",
      "2. Weihnachtsfeiertag, 10.30 Uhr Singgottesdienst",
      "",
      "30. Dezember, 14 Uhr Silvesterlauf",
    ],
    events: [
      "2026-12-06 | 10:00 | Gottesdienst | ",
      "2026-12-24 | 16:00 | Krippenspiel | ",
      "2026-12-24 | 22:00 | Christmette | ",
      "2026-12-26 | 10:30 | Singgottesdienst | ",
      "2026-12-30 | 14:00 | Silvesterlauf | ",
    ],
  },
  {
    kind: "titles before their dates in a point of an agenda; a report of the past is none",
    lines: [
      "Seedorf, den 12.02.2026",
      "",
      "Bei den Meisterschaften am 24. Januar holten unsere Mädchen drei Titel.",
      "",
      "Termine 2026: Anfischen 25. April, Königsfischen 14. Juni, Abfischen 3. Oktober",
    ],
    events: [
      "2026-04-25 |  | Anfischen | ",
      "2026-06-14 |  | Königsfischen | ",
      "2026-10-03 |  | Abfischen | ",
    ],
  },
  {
    kind: "a day's number and an hour below a month's heading are no time of day",
    lines: ["Januar '27", "Do. 21. 15 Uhr Vortrag, Gemeindehaus"],
    events: ["2027-01-21 | 15:00 | Vortrag | Gemeindehaus"],
  },
  {
    kind: "Am kommenden Freitag, den 6. März 2026, treffen wir uns um halb acht zur Mitgliederversammlung.",
    lines: [
      "Am kommenden Freitag, den 6. März 2026, treffen wir uns um halb acht zur Mitgliederversammlung.",
    ],
    events: ["2026-03-06 | 19:30 | Mitgliederversammlung | "],
  },
  {
    kind: "Die Turngala findet am 17. Oktober 2026 um 19 Uhr 30 in der Stadthalle statt.",
    lines: ["Die Turngala findet am 17. Oktober 2026 um 19 Uhr 30 in der Stadthalle statt."],
    events: ["2026-10-17 | 19:30 | Turngala | Stadthalle"],
  },
  {
    kind: "Unser Sommerfest ist am 18.07.2026.",
    lines: ["Unser Sommerfest ist am 18.07.2026."],
    events: ["2026-07-18 |  | Sommerfest | "],
  },
  {
    kind: "Der für den 7. Mai 2026 geplante Kochkurs muss leider entfallen.",
    lines: ["Der für den 7. Mai 2026 geplante Kochkurs muss leider entfallen."],
    events: [],
  },
  {
    kind: "12. Mai 2026, 19.30: Vorstandssitzung, Vereinslokal",
    lines: ["12. Mai 2026, 19.30: Vorstandssitzung, Vereinslokal"],
    events: ["2026-05-12 | 19:30 | Vorstandssitzung | Vereinslokal"],
  },
  {
    kind: "Mo., 6. Apr. 2026 (Ostermontag): Emmausgang, Abmarsch 9 Uhr",
    lines: ["Mo., 6. Apr. 2026 (Ostermontag): Emmausgang, Abmarsch 9 Uhr"],
    events: ["2026-04-06 | 09:00 | Emmausgang | "],
  },
  {
    kind: "Do. 21.5.2026, 15 Uhr Tanztee – abgesagt",
    lines: ["Do. 21.5.2026, 15 Uhr Tanztee – abgesagt"],
    events: [],
  },
  {
    kind: "31.8.2026 Ferien-Abschlussfest, Freibad, 15 Uhr",
    lines: ["31.8.2026 Ferien-Abschlussfest, Freibad, 15 Uhr"],
    events: ["2026-08-31 | 15:00 | Ferien-Abschlussfest | Freibad"],
  },
  {
    kind: "nach der Sommerpause treffen wir uns zur ersten Singstunde am Dienstag, 15. September 2026, um 20 Uhr im Pfarrsaal.",
    lines: [
      "nach der Sommerpause treffen wir uns zur ersten Singstunde am Dienstag, 15. September 2026, um 20 Uhr im Pfarrsaal.",
    ],
    events: ["2026-09-15 | 20:00 | Singstunde | Pfarrsaal"],
  },
  {
    kind: "Am Volkstrauertag, 15. November 2026, singen wir um 11.15 Uhr auf dem Friedhof.",
    lines: ["Am Volkstrauertag, 15. November 2026, singen wir um 11.15 Uhr auf dem Friedhof."],
    events: ["2026-11-15 | 11:15 | Volkstrauertag | Friedhof"],
  },
  {
    kind: "Am 27. Dezember 2026 ist kein Gottesdienst.",
    lines: ["Am 27. Dezember 2026 ist kein Gottesdienst."],
    events: [],
  },
  {
    kind: "Kassenbericht für die Zeit vom 1.1. bis 31.12.2025",
    lines: ["Kassenbericht für die Zeit vom 1.1. bis 31.12.2025"],
    events: [],
  },
];
