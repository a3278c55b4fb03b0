import { expect, test } from "vitest";
import { ATTACHMENT_LIMITS, refusalOf } from "./attachment-rules.ts";

const MB = 1024 * 1024;
const pdf = (size: number) => ({ name: "Plan.pdf", type: "application/pdf", size });

test("the limits are said in numbers", () => {
  expect(ATTACHMENT_LIMITS).toBe(
    "PDF, JPEG, PNG und HEIC, je Datei bis 20 MB, zusammen bis 50 MB.",
  );
});

test("what fits is taken, also HEIC from systems that do not know it", () => {
  expect(refusalOf(pdf(20 * MB), [])).toBeUndefined();
  expect(refusalOf({ name: "IMG_1.HEIC", type: "", size: 3 * MB }, [])).toBeUndefined();
});

test("what does not fit is refused with its reason", () => {
  expect(
    refusalOf({ name: "Liste.xlsx", type: "application/vnd.ms-excel", size: 1 }, []),
  ).toContain("PDF, JPEG, PNG und HEIC");
  expect(refusalOf({ name: "Programm.exe", type: "", size: 1 }, [])).toContain(
    "PDF, JPEG, PNG und HEIC",
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
