/** A cell of a table: text, number, day (midnight UTC), or nothing. */
export type SheetCell = string | number | Date | null;

/** Begins like a formula, perhaps behind apostrophes. */
const LIKE_FORMULA = /^'*[=+\-@\t\r]/;
/** A telephone number, or digits with signs that at most add up to a number. */
const ONLY_DIGITS = /^[+-][\d\s()./-]*$/;

/**
 * Returns a text with an apostrophe in front where a spreadsheet would run it as a formula; our own
 * import takes it off again. Texts that have apostrophes before such a sign already get one more, or
 * the import would take one of theirs. A telephone number gets one only in a CSV file `forExcel`,
 * which would make a number of `+49 171`.
 */
export function neutralise(text: string, { forExcel }: { forExcel: boolean }): string {
  if (!LIKE_FORMULA.test(text)) return text;
  return forExcel || !ONLY_DIGITS.test(text) ? `'${text}` : text;
}

/** `24.12.2026` of a day that is held as midnight UTC. */
export function germanDay(day: Date): string {
  const text = day.toISOString();
  const end = text.indexOf("T");
  return `${text.slice(end - 2, end)}.${text.slice(end - 5, end - 3)}.${text.slice(0, end - 6)}`;
}

interface CsvReader {
  delimiter: string;
  /** Excel opens the file by a double click: it has a byte order mark or an encoding of Windows. */
  forExcel: boolean;
}

/** A line of a CSV file with its end, as a German spreadsheet reads it; texts are made harmless. */
export function csvLine(
  cells: readonly SheetCell[],
  reader: CsvReader = { delimiter: ";", forExcel: true },
): string {
  let line = "";
  for (const [index, cell] of cells.entries())
    line += (index === 0 ? "" : reader.delimiter) + csvCell(cell, reader);
  return `${line}\r\n`;
}

function csvCell(cell: SheetCell, { delimiter, forExcel }: CsvReader): string {
  if (cell === null) return "";
  if (cell instanceof Date) return germanDay(cell);
  // A German spreadsheet reads a comma as the decimal sign.
  const text =
    typeof cell === "number" ? String(cell).replace(".", ",") : neutralise(cell, { forExcel });
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
