/** A cell of a table: text, number, day (midnight UTC), or nothing. */
export type SheetCell = string | number | Date | null;

/**
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front; our own import
 * takes it off again. Texts that have apostrophes before such a sign already get one more, or the
 * import would take one of theirs.
 */
export function neutralise(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** `24.12.2026` of a day that is held as midnight UTC. */
export function germanDay(day: Date): string {
  const [year, month, date] = day.toISOString().slice(0, 10).split("-");
  return `${date}.${month}.${year}`;
}

/** A line of a CSV file with its end, as a German spreadsheet reads it; texts are made harmless. */
export function csvLine(cells: readonly SheetCell[], delimiter = ";"): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;
}

function csvCell(cell: SheetCell, delimiter: string): string {
  if (cell === null) return "";
  if (cell instanceof Date) return germanDay(cell);
  // A German spreadsheet reads a comma as the decimal sign.
  const text = typeof cell === "number" ? String(cell).replace(".", ",") : neutralise(cell);
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
