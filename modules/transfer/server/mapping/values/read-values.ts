import countries from "i18n-iso-countries";
import { isValidBIC, isValidIBAN } from "ibantools";
import { z } from "zod";
import type { TableCell } from "#platform/server/documents/table.ts";
import { postalCodeProblem } from "#modules/members/server/public.ts";
import type { TransferField } from "../../../member-fields.ts";
import type { DateOrder } from "../../../table-formats.ts";
import { nameKey } from "../name-lookup.ts";
import { cellText, multiline, oneLine } from "./cell-text.ts";
import { emailAddresses } from "./email-addresses.ts";
import { internationalPhone } from "./phone-numbers.ts";
import { readDate } from "./read-dates.ts";
import { STATUS_WORDS } from "./status-words.ts";

/** Value of a field as members have it; null: the cell is empty. */
export type FieldValue = string | number | boolean | string[] | null;

export interface ReadValue {
  /** Undefined: the cell says something that the field has no value for; it is left alone. */
  value?: FieldValue;
  problem?: string;
  warning?: string;
  /** The year was written with two digits. */
  shortYear?: boolean;
}

export interface Reading {
  /** `2026-12-24`. */
  today: string;
  dateOrder: DateOrder;
  /** Postal codes of the file have five digits, so one with four has lost a zero. */
  germanPostalCodes: boolean;
  /** ISO code of the row's country, where it is known. */
  country?: string | undefined;
  /** What codes in this column stand for. */
  meaning?: ReadonlyMap<string, string> | undefined;
  /** How cells of this column are parted into groups. */
  groupsOf?: (text: string) => string[];
}

/** Reads a cell as its field wants it. */
export function readValue(field: TransferField, cell: TableCell, reading: Reading): ReadValue {
  if (cell === null || (typeof cell === "string" && cell.trim() === "")) return { value: null };
  switch (field.kind) {
    case "DATE":
      return dateOf(field, cell, reading);
    case "NUMBER":
      return numberOf(cell);
    case "BOOLEAN":
      return booleanOf(cell);
    case "CHOICE":
      return choiceOf(field, meantBy(cellText(cell), reading));
    case "MULTI_CHOICE":
      return choicesOf(field, cellText(cell));
    case "GROUPS":
      return {
        value: groupNames(cellText(cell), (text) =>
          (reading.groupsOf ?? listed)(text).map((name) => meantBy(name, reading)),
        ),
      };
    case "EMAIL":
      return emailOf(cellText(cell));
    case "PHONE":
      return phoneOf(cell, reading);
    case "COUNTRY":
      return countryOf(cellText(cell));
    case "POSTAL_CODE":
      return postalCodeOf(cell, reading);
    case "IBAN":
      return ibanOf(cellText(cell));
    case "BIC":
      return bicOf(cellText(cell));
    case "MULTILINE":
      return { value: multiline(cellText(cell)) };
    default:
      return { value: oneLine(cellText(cell)) };
  }
}

function meantBy(text: string, { meaning }: Reading): string {
  return meaning?.get(text.trim()) ?? text;
}

function dateOf({ key }: TransferField, cell: TableCell, { dateOrder, today }: Reading): ReadValue {
  const read = readDate(cell, dateOrder, today);
  if (read === undefined) return { value: null };
  if ("problem" in read) return read;
  if ("yearUnknown" in read) return { warning: "Das Jahr fehlt; das Datum wird nicht übernommen." };
  if ("part" in read) return wholeDay(key, read.part, cellText(cell));
  return { value: read.day, shortYear: read.shortYear };
}

/**
 * The day that a year or a month stands for: who joined in 1998 has been a member since its first
 * day, who left in 1998 was one to its last. Nobody's birthday can be guessed.
 */
function wholeDay(field: string, part: string, text: string): ReadValue {
  if (field !== "joinedOn" && field !== "leftOn")
    return {
      problem: `„${text.trim()}“ ist ${part.length === 4 ? "nur ein Jahr. Nötig sind Tag und Monat" : "nur ein Monat. Nötig ist der Tag"}.`,
    };
  const first = Temporal.PlainDate.from(part.length === 4 ? `${part}-01-01` : `${part}-01`);
  const length = part.length === 4 ? { years: 1 } : { months: 1 };
  const day = field === "joinedOn" ? first : first.add(length).subtract({ days: 1 });
  return {
    value: day.toString(),
    warning: `Zu „${text.trim()}“ fehlt der Tag; übernommen wird der ${cellText(new Date(`${day.toString()}T00:00:00Z`))}.`,
  };
}

const NUMBER = /^[-+]?(?:\d{1,3}(?:[.'\s]\d{3})+|\d+)(?:,\d+)?$/;
const ENGLISH_NUMBER = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d+$/;

/** `1.250,00 €` and `1250.5`; a number in JSON or Excel is one already. */
export function parsedNumber(text: string, decimal?: "," | "."): number | undefined {
  const plain = text
    .replace(/\u00a0/g, " ")
    .replace(/\s*(?:€|EUR|Euro|%)\s*$/i, "")
    .replace(/^(?:€|EUR)\s*/i, "")
    .trim();
  if (
    decimal === "." ||
    (decimal === undefined && ENGLISH_NUMBER.test(plain) && !/^[-+]?\d{1,3}\.\d{3}$/.test(plain))
  ) {
    return ENGLISH_NUMBER.test(plain) || /^[-+]?(?:\d{1,3}(?:[,'\s]\d{3})+|\d+)$/.test(plain)
      ? Number(plain.replace(/[,'\s]/g, ""))
      : undefined;
  }
  return NUMBER.test(plain) ? Number(plain.replace(/[.'\s]/g, "").replace(",", ".")) : undefined;
}

function numberOf(cell: TableCell): ReadValue {
  if (typeof cell === "number") return { value: cell };
  const value = parsedNumber(cellText(cell));
  return value === undefined
    ? { problem: `„${cellText(cell).slice(0, 40)}“ ist keine Zahl.` }
    : { value };
}

const YES = new Set([
  "ja",
  "j",
  "x",
  "xx",
  "wahr",
  "true",
  "t",
  "1",
  "yes",
  "y",
  "ok",
  "✓",
  "✔",
  "☑",
  "on",
  "vorhanden",
  "aktiv",
]);
const NO = new Set([
  "nein",
  "n",
  "falsch",
  "false",
  "f",
  "0",
  "no",
  "-",
  "–",
  "☐",
  "off",
  "inaktiv",
]);

function booleanOf(cell: TableCell): ReadValue {
  if (typeof cell === "boolean") return { value: cell };
  const word = cellText(cell).trim().toLowerCase();
  if (YES.has(word)) return { value: true };
  if (NO.has(word)) return { value: false };
  return { problem: `„${cellText(cell).slice(0, 40)}“ ist weder ja noch nein.` };
}

/** Other words for the values of our custom fields. */
const WORDS: Record<string, Record<string, string>> = {
  gender: {
    FEMALE: "w, f, weiblich, Frau, female, fem, mädchen, feminin, weibl, 2",
    MALE: "m, männlich, Herr, male, mann, junge, maskulin, männl, 1",
    DIVERSE: "d, divers, diverse, other, x, nichtbinär, 3",
    UNSPECIFIED:
      "u, unbekannt, keine Angabe, k.A., ka, ohne, ohne Angabe, unspecified, none, Firma, Familie, 0, offen",
  },
  status: STATUS_WORDS,
};
const WORD_TABLES = new Map(
  Object.entries(WORDS).map(([field, values]) => [
    field,
    new Map(
      Object.entries(values).flatMap(
        ([value, words]) =>
          [[nameKey(value), value], ...words.split(",").map((word) => [nameKey(word), value])] as [
            string,
            string,
          ][],
      ),
    ),
  ]),
);

function choiceOf(field: TransferField, text: string): ReadValue {
  const wanted = text.trim();
  const found = matching(field, wanted) ?? WORD_TABLES.get(field.key)?.get(nameKey(wanted));
  if (found === "FORMER") return {};
  if (found !== undefined) return { value: found };
  const known = field.choices.map(({ label }) => label).slice(0, 8);
  return {
    problem: `„${wanted.slice(0, 40)}“ gibt es nicht zur Auswahl (${known.join(", ")}${field.choices.length > 8 ? " …" : ""}).`,
  };
}

function matching(field: TransferField, text: string): string | undefined {
  const exact = field.choices.find(({ value, label }) => value === text || label === text);
  const key = nameKey(text);
  return (
    exact ??
    (key === ""
      ? undefined
      : field.choices.find(({ value, label }) => nameKey(value) === key || nameKey(label) === key))
  )?.value;
}

function choicesOf(field: TransferField, text: string): ReadValue {
  if (matching(field, text.trim()) !== undefined)
    return { value: [matching(field, text.trim()) ?? ""] };
  const values: string[] = [];
  for (const part of listed(text)) {
    const read = choiceOf(field, part);
    if (read.problem !== undefined) return read;
    if (typeof read.value === "string" && !values.includes(read.value)) values.push(read.value);
  }
  return { value: values };
}

/** Several values in one cell. One a line where there are lines, so that names may hold commas. */
export function listed(text: string): string[] {
  const sign = text.includes("\n") ? /\r?\n/ : /[,;|]/;
  return text
    .split(sign)
    .map((part) => oneLine(part))
    .filter((part) => part !== "");
}

function groupNames(text: string, parted: (text: string) => string[]): string[] {
  return [...new Set(parted(text).map((path) => path.replace(/\s*(?:->|→|›|»)\s*/g, "->")))];
}

const email = z.email();

function emailOf(text: string): ReadValue {
  const [first = "", ...others] = emailAddresses(text);
  if (!email.safeParse(first).success)
    return { problem: `„${oneLine(text).slice(0, 60)}“ ist keine E-Mail-Adresse.` };
  return others.length === 0
    ? { value: first }
    : {
        value: first,
        warning: `Es stehen mehrere E-Mail-Adressen in der Zelle; übernommen wird ${first}, die anderen kommen in die Notizen, wenn die Liste welche hat.`,
      };
}

/** Where numbers at home begin with a zero. */
const HOME_ZERO = new Set([undefined, "DE", "AT", "CH"]);

function phoneOf(cell: TableCell, reading: Reading): ReadValue {
  const { country } = reading;
  if (typeof cell === "number") {
    const digits = Number.isInteger(cell) && cell > 9_999 ? String(cell) : "";
    if (digits === "" || digits.includes("e"))
      return { problem: `„${cell}“ ist keine Telefonnummer.` };
    const own = digits.startsWith("49") && digits.length >= 11 ? `+${digits}` : `0${digits}`;
    return {
      value: internationalPhone(own, country) ?? own,
      warning: `Die Telefonnummer steht als Zahl ohne führende Null in der Datei; ergänzt zu ${own}.`,
    };
  }
  const text = oneLine(cellText(cell));
  if (/^[-–./]+$/.test(text)) return { value: null };
  // Nobody's number at home is that long: the zero in front got lost, as in a spreadsheet.
  if (/^[1-9]\d{8,12}$/.test(text) && HOME_ZERO.has(country)) return phoneOf(Number(text), reading);
  const scientific = /^(\d)[.,]?(\d*)E\+?(\d+)$/i.exec(text);
  if (scientific !== null && (scientific[2] ?? "").length === Number(scientific[3]))
    return phoneOf(Number(`${scientific[1]}${scientific[2]}`), reading);
  if (scientific !== null)
    return { problem: `„${text}“: Excel hat Ziffern der Telefonnummer verloren.` };
  if ((text.match(/\d/g)?.length ?? 0) < 3)
    return { problem: `„${text.slice(0, 40)}“ ist keine Telefonnummer.` };
  const bare = text.replace(NUMBERS_KIND, " ").trim();
  return { value: internationalPhone(bare, country) ?? text };
}

/** `0351 12345 (p)`, `Tel.: 0351 12345`: of which kind a number is, and no more. */
const NUMBERS_KIND =
  /\(?(?<!\p{L})(?:tel|telefon|fon|phone|privat|priv|p|mobil|mob|m|handy|fest|festnetz|home)(?!\p{L})[.:)]*/giu;

const COUNTRIES = new Map<string, string>([
  ...["en", "de"].flatMap((language) =>
    Object.entries(countries.getNames(language, { select: "all" })).flatMap(([code, names]) =>
      (Array.isArray(names) ? names : [names]).map(
        (name) => [nameKey(name), code] as [string, string],
      ),
    ),
  ),
  ...([
    "D:DE",
    "A:AT",
    "F:FR",
    "I:IT",
    "L:LU",
    "E:ES",
    "NL:NL",
    "BRD:DE",
    "Deutsch:DE",
    "GER:DE",
    "England:GB",
    "Großbritannien:GB",
    "Holland:NL",
    "USA:US",
    "Türkei:TR",
    "Tschechien:CZ",
  ].map((pair) => {
    const [name = "", code = ""] = pair.split(":");
    return [nameKey(name), code];
  }) as [string, string][]),
]);

function countryOf(text: string): ReadValue {
  const name = oneLine(text);
  const found = countryCode(name);
  return found === undefined
    ? { problem: `Ein Land „${name.slice(0, 40)}“ gibt es nicht.` }
    : { value: found };
}

/** Returns the code of a country by its name, or by any of its codes. */
export function countryCode(name: string): string | undefined {
  const code =
    name.length === 3
      ? (countries.alpha3ToAlpha2(name.toUpperCase()) ?? undefined)
      : name.length === 2
        ? name.toUpperCase()
        : undefined;
  return code !== undefined && countries.isValid(code) ? code : COUNTRIES.get(nameKey(name));
}

function postalCodeOf(cell: TableCell, { country, germanPostalCodes }: Reading): ReadValue {
  const text = oneLine(cellText(cell))
    .replace(/^[A-Z]{1,3}-(?=\d)/, "")
    .replace(/\.0$/, "");
  if ((country ?? "DE") !== "DE" || !germanPostalCodes || !/^\d{4}$/.test(text)) {
    const warning = postalCodeProblem({ postalCode: text, country: country ?? null });
    return { value: text, ...(warning === undefined ? {} : { warning: `${warning} (${text})` }) };
  }
  return {
    value: `0${text}`,
    warning: `Der PLZ ${text} fehlte die führende Null; ergänzt zu 0${text}.`,
  };
}

function ibanOf(text: string): ReadValue {
  const iban = plainIban(text);
  if (isValidIBAN(iban)) return { value: iban };
  const among = ibanAmongWords(text);
  return among === undefined
    ? {
        problem: `„${text.trim().slice(0, 45)}“ ist keine gültige IBAN. Bitte prüfen Sie die Ziffern.`,
      }
    : { value: among };
}

function plainIban(text: string): string {
  return text.replace(/[\s\u00a0.-]/g, "").toUpperCase();
}

/** `DE02 1203 … (Sparkasse)`, `IBAN: DE02 …, BIC …` */
function ibanAmongWords(text: string): string | undefined {
  for (const [, written = ""] of text.matchAll(/\b([a-z]{2}\d{2}(?:[\s.-]?[\da-z]){11,30})/gi)) {
    // Words that follow look like its letters: the longest beginning that is an account number.
    for (let end = written.length; end >= 15; end--) {
      const iban = plainIban(written.slice(0, end));
      if (isValidIBAN(iban)) return iban;
    }
  }
  return undefined;
}

function bicOf(text: string): ReadValue {
  const bic = text.replace(/\s/g, "").toUpperCase();
  return isValidBIC(bic)
    ? { value: bic }
    : { problem: `„${text.trim().slice(0, 20)}“ ist kein gültiger BIC.` };
}
