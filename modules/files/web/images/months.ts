import type { Entry } from "../../contract.ts";
import { wallClock } from "#platform/web/format/format.ts";

/** A line of the grid: the name of a month, or pictures beside each other. */
export type GridRow =
  | { kind: "MONTH"; label: string }
  | { kind: "PICTURES"; pictures: readonly Entry[] };

/** Day a picture belongs to: when it was taken, else when the file was last changed. */
export function dayOf(entry: Pick<Entry, "takenAt" | "lastModified">): string {
  return wallClock(entry.takenAt ?? entry.lastModified)?.date ?? "";
}

/** Pictures in their order as lines of `columns`, with a heading wherever the month changes. */
export function rowsByMonth(pictures: readonly Entry[], columns: number): GridRow[] {
  const rows: GridRow[] = [];
  let month = "";
  let line: Entry[] = [];
  for (const picture of pictures) {
    const own = dayOf(picture).slice(0, 7);
    if (own !== month) {
      month = own;
      rows.push({ kind: "MONTH", label: monthLabel(own) });
      line = [];
    }
    if (line.length === 0 || line.length === columns) {
      line = [];
      rows.push({ kind: "PICTURES", pictures: line });
    }
    line.push(picture);
  }
  return rows;
}

/** `2026-03` → "März 2026" */
function monthLabel(month: string): string {
  if (month === "") return "Ohne Datum";
  return new Date(`${month}-15T12:00:00Z`).toLocaleDateString("de-DE", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
