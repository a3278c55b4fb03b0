import type { TableCell } from "#platform/server/documents/table.ts";

/** A cell as a person would type it. */
export function cellText(cell: TableCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) {
    const [year, month, day] = cell.toISOString().slice(0, 10).split("-");
    return `${day}.${month}.${year}`;
  }
  if (typeof cell === "boolean") return cell ? "ja" : "nein";
  return String(cell);
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out here
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Invisible characters: of no width, or turning the direction of what follows. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** A text of several lines without what nobody sees, in Unicode NFC. */
export function multiline(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(CONTROL, "")
    .replace(INVISIBLE, "")
    .toWellFormed()
    .normalize("NFC")
    .trim();
}

/** The same on one line. */
export function oneLine(text: string): string {
  return multiline(text)
    .replace(/\u00a0/g, " ")
    .replace(/\s*[\n\t]\s*/g, " ");
}
