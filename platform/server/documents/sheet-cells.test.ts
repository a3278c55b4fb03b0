import { describe, expect, test } from "vitest";
import { csvLine, neutralise } from "./sheet-cells.ts";

const EXCEL = { forExcel: true };
const OTHERS = { forExcel: false };

describe("a text that a spreadsheet would run", () => {
  test.each([
    "=1+1",
    "=cmd|'/c calc'!A0",
    "@böse",
    "+A1",
    "-SUM(A1)",
    "+49 x",
    "\t=1",
    "\r=1",
    "-1+1=0",
  ])("%j gets an apostrophe for everybody", (text) => {
    expect(neutralise(text, EXCEL)).toBe(`'${text}`);
    expect(neutralise(text, OTHERS)).toBe(`'${text}`);
  });

  test.each(["'=1", "''@x", "'+49 171"])("%j gets one more than its own", (text) => {
    expect(neutralise(text, EXCEL)).toBe(`'${text}`);
    expect(neutralise(text, OTHERS)).toBe(`'${text}`);
  });

  test.each(["+49 (7161) 12-34", "+491713920036", "-", "-5", "+49/7161.1234"])(
    "%j gets one only for Excel, which would make a number of it",
    (text) => {
      expect(neutralise(text, EXCEL)).toBe(`'${text}`);
      expect(neutralise(text, OTHERS)).toBe(text);
    },
  );

  test.each(["Groß", "07161 1234", "a=b", "'Till", "2-3", ""])("%j stays as it is", (text) => {
    expect(neutralise(text, EXCEL)).toBe(text);
    expect(neutralise(text, OTHERS)).toBe(text);
  });
});

test("a line is written for who reads it", () => {
  const cells = ["+49 171 1", "=1", 2.5, null, new Date("2026-12-24T00:00:00Z"), 'a"b'];
  expect(csvLine(cells)).toBe(`'+49 171 1;'=1;2,5;;24.12.2026;"a""b"\r\n`);
  expect(csvLine(cells, { delimiter: "\t", forExcel: false })).toBe(
    `+49 171 1\t'=1\t2,5\t\t24.12.2026\t"a""b"\r\n`,
  );
});
