import { afterEach, describe, expect, test } from "vitest";
import {
  countOf,
  displayName,
  formatDate,
  formatDateTime,
  formatFileSize,
  formatTime,
  groupPrefixed,
  plural,
  setTimeZone,
  today,
} from "./format.ts";

afterEach(() => setTimeZone(undefined));

describe("dates and times", () => {
  test("a date is written as DD.MM.YYYY and does not move with the time zone", () => {
    setTimeZone("America/Los_Angeles");
    expect(formatDate("2026-12-31")).toBe("31.12.2026");
  });

  test("a point in time is shown in the club's time zone, followed by Uhr", () => {
    setTimeZone("Europe/Berlin");
    expect(formatDateTime("2026-12-24T17:30:00Z")).toBe("24.12.2026 18:30 Uhr");
    expect(formatDateTime("2026-07-01T22:30:00Z")).toBe("02.07.2026 00:30 Uhr");
    expect(formatTime("2027-03-28T01:00:00Z")).toBe("03:00 Uhr");
  });

  test("nothing and nonsense give an empty text", () => {
    expect([formatDate(null), formatDateTime(undefined), formatDate("morgen")]).toEqual([
      "",
      "",
      "",
    ]);
  });

  test("today is the club's day, not the server's", () => {
    setTimeZone("Europe/Berlin");
    expect(today(new Date("2026-12-31T23:30:00Z"))).toBe("2027-01-01");
  });
});

test("numbers, plurals and sizes are German", () => {
  expect(plural(1, "Datei", "Dateien")).toBe("1 Datei");
  expect(plural(2000, "Datei", "Dateien")).toBe("2.000 Dateien");
  expect(plural(0, "Datei", "Dateien")).toBe("0 Dateien");
  expect(countOf(287, 20114, "Mitglied", "Mitgliedern")).toBe("287 von 20.114 Mitgliedern");
  expect([formatFileSize(1), formatFileSize(1500), formatFileSize(2_000_000)]).toEqual([
    "1 Byte",
    "1,5 KB",
    "2 MB",
  ]);
});

test("names", () => {
  expect(groupPrefixed({ name: "C-Jugend", groupName: "Fußball" })).toBe("Fußball->C-Jugend");
  expect(groupPrefixed({ name: "Vorstand", groupName: null })).toBe("Vorstand");
  expect(displayName({ firstname: "Ida", lastname: null })).toBe("Ida");
});
