import { expect, test } from "vitest";
import type { Entry } from "../../contract.ts";
import { rowsByMonth } from "./months.ts";

const picture = (takenAt: string | null, lastModified = "2026-05-05T10:00:00+02:00") =>
  ({ takenAt, lastModified }) as Entry;

test("pictures stand under the month they were taken in, in lines of a fixed length", () => {
  const pictures = [
    picture("2026-03-31T23:30:00+02:00"),
    picture("2026-03-02T10:00:00+01:00"),
    picture("2026-03-01T10:00:00+01:00"),
    picture("2026-02-28T10:00:00+01:00"),
  ];
  const rows = rowsByMonth(pictures, 2);
  expect(rows.map((row) => (row.kind === "MONTH" ? row.label : row.pictures.length))).toEqual([
    "März 2026",
    2,
    1,
    "Februar 2026",
    1,
  ]);
});

test("without a date of its own a picture goes by the date of its file", () => {
  expect(rowsByMonth([picture(null)], 3)[0]).toEqual({ kind: "MONTH", label: "Mai 2026" });
});

test("no picture is lost and none appears twice, whatever the number of columns", () => {
  const pictures = Array.from({ length: 50 }, (_, index) =>
    picture(`2026-0${(index % 4) + 1}-10T10:00:00+01:00`),
  );
  for (const columns of [1, 2, 3, 7, 50]) {
    const shown = rowsByMonth(pictures, columns).flatMap((row) =>
      row.kind === "PICTURES" ? row.pictures : [],
    );
    expect(shown).toEqual(pictures);
  }
});
