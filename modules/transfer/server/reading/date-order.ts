import type { DateOrder } from "../../table-formats.ts";
import type { TableRow } from "./table.ts";

/**
 * Dates with points are German and ISO ones clear; only `03/04/1990` can be doubted, and one number
 * over twelve settles it.
 */
export function dateOrderOf(rows: readonly TableRow[]): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const { cells } of rows) {
    for (const cell of cells) {
      const parts =
        typeof cell === "string" ? /^\s*(\d{1,2})\/(\d{1,2})\/\d{2,4}\b/.exec(cell) : null;
      if (parts === null) continue;
      if (Number(parts[1]) > 12) dayFirst++;
      if (Number(parts[2]) > 12) monthFirst++;
    }
  }
  return monthFirst > dayFirst ? "MDY" : "DMY";
}
