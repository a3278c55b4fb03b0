import { parse } from "content-disposition";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachment, contentDisposition, fileNameIn } from "./content-disposition.ts";

test.each([
  ["Liste.pdf", "attachment; filename=Liste.pdf"],
  ["Neue Liste.pdf", 'attachment; filename="Neue Liste.pdf"'],
  ["Übersicht.pdf", "attachment; filename=Ubersicht.pdf; filename*=UTF-8''%C3%9Cbersicht.pdf"],
  ["100%.txt", "attachment; filename=100_.txt; filename*=UTF-8''100%25.txt"],
  [
    "Straße 👍.txt",
    `attachment; filename="Strasse __.txt"; filename*=UTF-8''Stra%C3%9Fe%20%F0%9F%91%8D.txt`,
  ],
])("%s", (name, header) => {
  expect(attachment(name)).toEqual({ "content-disposition": header });
});

describe("a name can't say anything but a name", () => {
  test.each([
    'a"; filename="evil.exe',
    "a\r\nset-cookie: session=1",
    "a\\",
    "a; filename*=UTF-8''evil.exe",
    "%0d%0aset-cookie: session=1",
    "a\u0000.txt",
    "half \ud800 a sign",
    "\u202egnp.exe",
    "",
  ])("%j", (name) => {
    const header = contentDisposition("inline", name);
    expect(header).toMatch(/^inline; [\x20-\x7e]*$/);
    expect(parse(header)).toMatchObject({ type: "inline" });
    expect(parse(header).parameters["filename"]).toBe(name.toWellFormed());
  });

  test("whatever it is: one line of visible signs, from which it is read again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const header = contentDisposition("attachment", name);
        expect(header).toMatch(/^[\x20-\x7e]*$/);
        expect(fileNameIn(header)).toBe(name.toWellFormed());
        expect(Object.keys(parse(header).parameters).toSorted().join()).toMatch(
          /^filename(?:,filename\*)?$/,
        );
      }),
    );
  });
});

describe("of another server's header the name is read", () => {
  test.each([
    ["attachment; filename*=UTF-8''Mitglieder%20%C3%A4.csv", "Mitglieder ä.csv"],
    ["attachment; filename=a.csv; filename*=UTF-8''%C3%A4.csv", "ä.csv"],
    ["attachment; filename*=UTF-8''%C3%A4.csv; filename=a.csv", "ä.csv"],
    ["attachment; filename*=iso-8859-1'de'%E4.csv", "ä.csv"],
    ['attachment; filename="a;b \\"c\\".csv"', 'a;b "c".csv'],
    ["ATTACHMENT;FILENAME=a.csv", "a.csv"],
    ["attachment; filename=a.csv; filename*=UTF-8''%ff", "a.csv"],
    ["attachment", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%s", (header, name) => {
    expect(fileNameIn(header)).toBe(name);
  });
});
