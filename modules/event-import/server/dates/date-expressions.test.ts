import { expect, test } from "vitest";
import { findDates } from "./date-expressions.ts";
import { findTimes } from "./times.ts";

const days = (text: string, monthAround = false) =>
  findDates(text, { monthAround }).map(({ form, days: found }) =>
    [
      form,
      ...found.map(({ day, month, year }) =>
        [day, month, year].filter((part) => part !== null).join("."),
      ),
    ].join(" "),
  );

test.each([
  ["29.–31. Mai", "RANGE 29.5 31.5"],
  ["30. April – 2. Mai 2026", "RANGE 30.4.2026 2.5.2026"],
  ["Fr 03.04. – Mo 06.04.", "RANGE 3.4 6.4"],
  ["28.12.–03.01.2027", "RANGE 28.12.2026 3.1.2027"],
  ["Sa/So 28./29. November", "PAIR 28.11 29.11"],
  ["11. & 12. Juli 2026", "PAIR 11.7.2026 12.7.2026"],
  ["montags am 8., 15. und 22. Juni, jeweils um 18.30 Uhr", "LIST 8.6 15.6 22.6"],
  ["Am Donnerstag, dem 2. April, treffen wir uns", "SINGLE 2.4"],
  ["Samstag, 11. Juli, 2. Mannschaft spielt", "SINGLE 11.7"],
  ["Mi., 4.3.26, 20.00 Uhr", "SINGLE 4.3.2026"],
])("%s", (text, expected) => expect(days(text)).toEqual([expected]));

test.each([
  "19.11 Uhr Prunksitzung",
  "So 9.30 Uhr",
  "der 1. Vorsitzende",
  "10-16 Uhr",
  "32.13.2026",
])("%s is no date", (text) => expect(days(text)).toEqual([]));

test("a day's number counts below a month's heading only, at the beginning", () => {
  expect([
    days("17./18. Sommerfest", true),
    days("17./18. Sommerfest"),
    days("Theater, 2. Aufführung", true),
  ]).toEqual([["PAIR 17 18"], [], []]);
});

test.each([
  ["ab 19.30 Uhr", "19:30"],
  ["19.11 Uhr", "19:11"],
  ["9–16 Uhr", "9:0-16:0"],
  ["15.30–19.30 Uhr", "15:30-19:30"],
  ["9 bis 12 Uhr", "9:0-12:0"],
  ["20:00", "20:0"],
])("%s is a time", (text, expected) => {
  expect(
    findTimes(text).map(
      ({ start, end }) =>
        `${start.hour}:${start.minute}${end === null ? "" : `-${end.hour}:${end.minute}`}`,
    ),
  ).toEqual([expected]);
});
