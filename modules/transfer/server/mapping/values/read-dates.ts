import type { TableCell } from "#platform/server/documents/table.ts";
import type { DateOrder } from "../../../table-formats.ts";

/** A day as `2026-12-24`, why it is none, or that its year is not known. */
export type ReadDate =
  | { day: string; shortYear: boolean }
  | { problem: string }
  | { yearUnknown: true }
  /** A year alone, or a year and a month: how it begins, `1998` or `1998-04`. */
  | { part: string };

const MONTHS = ["jan", "feb", "mar", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"];
const ENGLISH_MONTHS: Record<string, string> = {
  may: "mai",
  oct: "okt",
  dec: "dez",
  mrz: "mar",
  mär: "mar",
  mae: "mar",
  jän: "jan",
};
/** What people write where a day is missing, and what programs write where there is no end. */
const NO_DATE =
  /^(?:[-–—./?0]+|0000-00-00.*|9999-12-31.*|31\.12\.9999|00\.00\.0000|k\.?\s?a\.?|n\/a|null|unbekannt|keine angabe|offen)$/i;
const EXCEL_DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Undefined: the cell says nothing. */
export function readDate(cell: TableCell, order: DateOrder, today: string): ReadDate | undefined {
  if (cell === null || cell === "") return undefined;
  if (cell instanceof Date && cell.getUTCFullYear() === 9999) return undefined;
  if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10), shortYear: false };
  if (typeof cell === "boolean") return { problem: "Das ist kein Datum." };
  if (typeof cell === "number") return ofNumber(cell);
  const text = cell
    .replace(/\u00a0/g, " ")
    .trim()
    .replace(/^(?:(?:mo|di|mi|do|fr|sa|so)[a-z]*\.?,?|am|ab|seit|zum|bis|geb\.|\*|†)\s+/i, "")
    // What was counted from it or says in which way it is meant: `12.03.1980 (46)`.
    .replace(/(?<=\d)\s*\([^()]*\)$/, "");
  if (text === "" || NO_DATE.test(text)) return undefined;
  return ofText(text, order, today);
}

function ofNumber(value: number): ReadDate {
  if (value >= 10_000_101 && value <= 29_991_231) return ofText(String(value), "YMD", "");
  if (Number.isInteger(value) && value >= 1850 && value <= 2150) return { part: String(value) };
  if (!(value >= 1 && value < 110_000)) return { problem: `„${value}“ ist kein Datum.` };
  return {
    day: new Date(EXCEL_DAY_ZERO + Math.floor(value < 60 ? value + 1 : value) * DAY_MS)
      .toISOString()
      .slice(0, 10),
    shortYear: false,
  };
}

function ofText(text: string, order: DateOrder, today: string): ReadDate {
  const instant = /^(\d{4}-\d\d-\d\d)T2[23]:00(?::00(?:\.0+)?)?Z$/.exec(text)?.[1];
  // Midnight in Germany, told in the time of Greenwich.
  if (instant !== undefined)
    return {
      day: new Date(Date.parse(`${instant}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10),
      shortYear: false,
    };
  const isoLike =
    /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ].*)?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (isoLike !== null) return dayOf(isoLike[1], isoLike[2], isoLike[3], text, today);
  const yearless = /^--(\d{2})-?(\d{2})$/.exec(text) ?? /^(\d{1,2})\.\s?(\d{1,2})\.$/.exec(text);
  if (yearless !== null) return { yearUnknown: true };
  const numeric =
    /^(\d{1,2})(\.|\/|-)\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?:[T ,]+\d{1,2}[:.]\d{2}.*)?$/.exec(text);
  if (numeric !== null) {
    const [, first, sign, second, year] = numeric;
    // Points are German whatever the rest of the file does.
    if (order === "YMD" && sign !== "." && year?.length === 2)
      return dayOf(first, second, year, text, today);
    return order === "MDY" && sign !== "."
      ? dayOf(year, first, second, text, today)
      : dayOf(year, second, first, text, today);
  }
  const named = /^(\d{1,2})[.\s-]\s*([a-zäöü]{3,10})\.?[\s-]*(\d{4}|\d{2})$/iu.exec(text);
  const english = /^([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text);
  const [, day, word = "", year] =
    named ?? (english === null ? [] : [english[0], english[2], english[1], english[3]]);
  const start = word.toLowerCase().slice(0, 3);
  const month = word === "" ? 0 : MONTHS.indexOf(ENGLISH_MONTHS[start] ?? start) + 1;
  if (month > 0) return dayOf(year, String(month), day, text, today);
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return ofNumber(Number(text.replace(",", ".")));
  const part = /^(?:(0?[1-9]|1[0-2])[./-]\s?)?((?:1[89]|20)\d\d)$/.exec(text);
  if (part !== null) {
    const [, ofMonth, ofYear = ""] = part;
    return { part: ofMonth === undefined ? ofYear : `${ofYear}-${ofMonth.padStart(2, "0")}` };
  }
  return {
    problem: `„${text.slice(0, 40)}“ ist kein Datum. Verständlich ist zum Beispiel 31.12.1999.`,
  };
}

function dayOf(year = "", month = "", day = "", text: string, today: string): ReadDate {
  const shortYear = year.length <= 2;
  const iso = `${shortYear ? century(year, month, day, today) : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(iso))
    return { problem: `„${text.slice(0, 40)}“ ist kein Datum: Diesen Tag gibt es nicht.` };
  return { day: iso, shortYear };
}

/** The latest year that is not in the future: `99` is 1999, `21` in the year 2026 is 2021. */
function century(year: string, month: string, day: string, today: string): string {
  const now = Number(today.slice(0, 2)) * 100 + Number(year);
  const written = `${now}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return String(written > today ? now - 100 : now);
}

/** Moves a day with a year of two digits by a century. */
export function otherCentury(day: string, by: 100 | -100): string {
  return `${Number(day.slice(0, 4)) + by}${day.slice(4)}`;
}
