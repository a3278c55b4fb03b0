import { expect, test } from "vitest";
import { ATTACHMENT_LIMITS, refusalOf, sentType } from "./attachment-rules.ts";

const MB = 1024 * 1024;
const pdf = (size: number) => ({ name: "Plan.pdf", type: "application/pdf", size });

test("the limits are said in numbers", () => {
  expect(ATTACHMENT_LIMITS).toBe(
    "PDF, JPEG, PNG, HEIC, Word (.docx) und Excel (.xlsx), je Datei bis 20 MB, zusammen bis 50 MB.",
  );
});

test("what fits is taken, also HEIC from systems that do not know it", () => {
  expect(refusalOf(pdf(20 * MB), [])).toBeUndefined();
  expect(refusalOf({ name: "IMG_1.HEIC", type: "", size: 3 * MB }, [])).toBeUndefined();
});

test("what does not fit is refused with its reason", () => {
  expect(refusalOf({ name: "Programm.exe", type: "", size: 1 }, [])).toContain(
    "PDF, JPEG, PNG, HEIC, Word (.docx) und Excel (.xlsx)",
  );
  expect(refusalOf(pdf(0), [])).toBe("Die Datei ist leer.");
  expect(refusalOf(pdf(21 * MB), [])).toContain("höchstens 20 MB");
  expect(refusalOf(pdf(11 * MB), [pdf(20 * MB), pdf(20 * MB)])).toContain("höchstens 50 MB");
  expect(
    refusalOf(
      pdf(1),
      Array.from({ length: 50 }, () => pdf(1)),
    ),
  ).toContain("50 Anhänge");
});

test.each(["", "application/zip", "application/vnd.ms-excel"])(
  "Word and Excel files are taken where the system calls them %j",
  (type) => {
    for (const name of ["Plan.xlsx", "BRIEF.DOCX"])
      expect(refusalOf({ name, type, size: 1 }, [])).toBeUndefined();
    expect(sentType({ type })).toBe("application/octet-stream");
  },
);

test.each([
  ["Plan.xlsm", "Dateien mit Makros lassen sich nicht anhängen.", "als .xlsx."],
  ["Plan.XLSB", "Dateien mit Makros lassen sich nicht anhängen.", "als .xlsx."],
  ["Brief.docm", "Dateien mit Makros lassen sich nicht anhängen.", "als .docx."],
  ["Vorlage.dotm", "Dateien mit Makros lassen sich nicht anhängen.", "als .docx."],
  ["Plan.xls", "Das alte Format lässt sich nicht anhängen.", "als .xlsx."],
  ["Brief.doc", "Das alte Format lässt sich nicht anhängen.", "als .docx."],
])("%s is refused before it is sent, with the way out", (name, why, out) => {
  const refusal = refusalOf({ name, type: "application/vnd.ms-excel", size: 1 }, []);
  expect(refusal).toContain(why);
  expect(refusal).toContain(out);
});

test("each goes up as a type that the interface knows", () => {
  expect(sentType({ type: "application/pdf" })).toBe("application/pdf");
  expect(sentType({ type: "image/heif" })).toBe("application/octet-stream");
});
