import type { TableCell } from "#platform/server/documents/table.ts";
import { fieldOf, isMemberField } from "#modules/members/contract.ts";
import type { ColumnSuggestion, MappingEntry } from "../../mapping-contract.ts";
import type { TransferField } from "../../member-fields.ts";
import { columnNames } from "./column-names.ts";
import { nameKey } from "./name-lookup.ts";
import { readDate } from "./values/read-dates.ts";
import { cellText } from "./values/read-values.ts";
import {
  looksLikeDate,
  looksLikeEmail,
  looksLikeIban,
  looksLikeMobile,
  looksLikePhone,
  looksLikeUuid,
} from "./values/value-shapes.ts";

interface Candidate {
  key: string;
  /** Smaller is surer. */
  rank: number;
  reason: "NAME" | "CONTENT";
}

interface Column {
  name: string;
  at: number;
  /** Cells of the sample that say something, as they would be typed. */
  texts: string[];
  candidates: Candidate[];
}

/** Share of a column's cells that have to look like something. */
const MOST = 0.8;
/** Columns of other people's numbers and addresses, or of another kind of them. */
const OTHERS =
  /fax|notfall|emergency|dienst|geschäft|business|firma|company|arbeit|work|büro|office|beruf|eltern|parent|mutter|mother|vater|father|erziehung|sorgeberecht|vormund|guardian|betreuer|partner|ehe|gatt|angehörig|ansprech|verein|vorstand|rechnung|billing|alternativ/i;
/**
 * The second, third … of a kind: `Telefon (2)`, `Phone 2 - Value`; not a column that only has its
 * number for a name.
 */
const FURTHER = /^(?!Spalte \d+$).*(?:[2-9]\)?$|(?<!\d)[2-9](?!\d))/;
/** Names that a running number has as well. */
const PLAIN_NUMBER = new Set(["nr", "nummer", "id", "no"]);
/**
 * Numbers that another body gave, such as those of passes and licences: they may look like those
 * of phones.
 */
const GIVEN_NUMBER =
  /pass|ausweis|lizenz|licen[cs]e|spieler|karte|card|kund|vertrag|beleg|konto|steuer|schlüssel|kennung|code|\bid\b/i;
/** A candidate of this rank or a higher one is only offered. */
const ONLY_OFFERED = 90;

/**
 * Proposes a field for each column: by what it is called in German clubs, checked against what
 * stands in it, or by its contents alone. Of two columns for one field the surer one gets it; where
 * neither is, the user decides.
 */
export function suggestEntries(
  columns: readonly string[],
  rows: readonly (readonly TableCell[])[],
  fields: readonly TransferField[],
): ColumnSuggestion[] {
  const known = new Set(fields.map(({ key }) => key));
  const all = columns.map((name, at): Column => {
    const cells = rows.map((cells) => cells[at] ?? null);
    const texts = cells.map((cell) => cellText(cell).trim()).filter((text) => text !== "");
    return { name, at, texts, candidates: [] };
  });
  const hasFirstname = all.some(
    ({ name }) => columnNames.fieldsNamed(name)[0]?.field === "firstname",
  );
  for (const column of all) {
    const byName = namedCandidates(column, fields, hasFirstname);
    column.candidates = (byName.length > 0 ? byName : contentCandidates(column)).filter(
      ({ key }) => known.has(key) || key === "houseNumber",
    );
  }
  const winners = winnersOf(all);
  const houseNumber = all.find(({ candidates }) => candidates[0]?.key === "houseNumber");
  return all.map((column) => {
    const key = winners.get(column.at);
    const candidates = column.candidates
      .map((candidate) => candidate.key)
      .filter((candidate) => candidate !== "houseNumber");
    const reason = column.candidates[0]?.reason ?? null;
    if (key === undefined)
      return {
        column: column.name,
        entry: null,
        candidates,
        reason: candidates.length === 0 ? null : reason,
      };
    return {
      column: column.name,
      entry: entryFor(column, key, key === "street" ? houseNumber : undefined),
      candidates,
      reason,
    };
  });
}

function namedCandidates(
  column: Column,
  fields: readonly TransferField[],
  hasFirstname: boolean,
): Candidate[] {
  const key = nameKey(column.name);
  const lastPart = nameKey(column.name.split("->").at(-1) ?? "");
  // Our own exports name a field by its label or key; a club's custom field and group by its name.
  const isOwn = ({ key: field, name }: TransferField) =>
    nameKey(field) === key ||
    ((field.startsWith("cf.") || field.startsWith("group:")) &&
      [key, lastPart].includes(nameKey(name)));
  const own = fields.filter((field) => isOwn(field) && fits(field.key, column, hasFirstname));
  if (own.length > 0) return own.map((field) => ({ key: field.key, rank: -1, reason: "NAME" }));
  return columnNames
    .fieldsNamed(column.name)
    .map(({ field, rank }): Candidate => ({ key: field, rank, reason: "NAME" }))
    .filter(({ key: field }) => fits(field, column, hasFirstname))
    .map((candidate) => preferred(candidate, column, hasFirstname))
    .toSorted((a, b) => a.rank - b.rank);
}

function share({ texts }: Column, test: (text: string) => boolean): number {
  return texts.length === 0 ? 0 : texts.filter(test).length / texts.length;
}

/**
 * A name alone may deceive: `Anschrift` with a postal code in it, `Status` with days, `ID` with our
 * own ids.
 */
function fits(field: string, column: Column, hasFirstname: boolean): boolean {
  if (column.texts.length === 0)
    return !(field === "address" || field === "fullName" || field === "id");
  // `verstorben: ja`, `Mitgliedschaft: aktiv` are no days.
  if (isMemberField(field) && fieldOf(field).kind === "DATE") return share(column, isDay) > 0.5;
  switch (field) {
    case "id":
      return share(column, looksLikeUuid) > MOST;
    case "memberNumber":
      return share(column, looksLikeUuid) < MOST;
    case "mobile":
      // `Tel./Handy` says both.
      return (
        !/tel.*(?:handy|mobil)/i.test(column.name) ||
        /mobiltel|telefon ?\(?mobil/i.test(column.name) ||
        share(column, looksLikeMobile) > 0.5
      );
    case "address":
      return share(column, (text) => /\b\d{4,5}\s+\p{L}/u.test(text) && /[,\n]/.test(text)) > 0.5;
    case "fullName":
      return (
        !hasFirstname ||
        /vor.*nach|nach.*vor|name.*vor|vor.*name/.test(nameKey(column.name)) ||
        share(column, (text) => text.includes(",")) > MOST
      );
    case "email":
      return share(column, (text) => text.includes("@")) > 0.3;
    case "status":
      return share(column, isDay) < 0.5;
    case "groups":
      return share(column, (text) => isDay(text) || /^-?[\d.,]+$/.test(text)) < 0.5;
    default:
      return true;
  }
}

function isDay(text: string): boolean {
  return (
    looksLikeDate(text) ||
    /^\d{8}$|^--\d\d-\d\d$/.test(text) ||
    (/[a-z]/i.test(text) && readDay(text))
  );
}

function readDay(text: string): boolean {
  const read = readDate(text, "DMY", "2100-01-01");
  return read !== undefined && "day" in read;
}

/**
 * `Name` is the last name beside a first name, else the whole name; `Adresse` with a postal code is
 * all of it.
 */
function preferred(candidate: Candidate, column: Column, hasFirstname: boolean): Candidate {
  const isWholeName =
    candidate.key === "fullName" &&
    !hasFirstname &&
    share(column, (text) => /\S[\s,]+\S/.test(text)) > 0.5;
  if (candidate.key === "memberNumber" && isCounted(column))
    return { ...candidate, rank: ONLY_OFFERED };
  if (isWholeName || candidate.key === "address" || candidate.key === "id")
    return { ...candidate, rank: -1 };
  return candidate;
}

function contentCandidates(column: Column): Candidate[] {
  if (column.texts.length === 0) return [];
  const found = (...keys: string[]): Candidate[] =>
    keys.map((key, rank) => ({
      key,
      rank: rankByContent(column.name, keys[0]) + rank,
      reason: "CONTENT",
    }));
  if (share(column, looksLikeUuid) > MOST) return found("id");
  if (share(column, looksLikeIban) > MOST) return found("iban");
  if (share(column, looksLikeEmail) > MOST) return found("email");
  // A column of nothing but D is the country.
  if (
    share(column, (text) => /^(?:m|w|d|männlich|weiblich|divers)$/i.test(text)) > 0.95 &&
    !column.texts.every((text) => /^d/i.test(text))
  )
    return found("gender");
  if (share(column, (text) => /^(?:Herr|Frau)$/i.test(text)) > 0.95) return found("salutation");
  if (share(column, (text) => /^\d{4,5}\s+\p{L}/u.test(text)) > MOST)
    return found("postalCodeAndCity");
  if (share(column, looksLikePhone) > MOST)
    return share(column, looksLikeMobile) > MOST
      ? found("mobile", "phone")
      : found("phone", "mobile");
  if (share(column, looksLikeDate) > MOST) return dayCandidates(column);
  return [];
}

function rankByContent(name: string, key: string | undefined): number {
  if (OTHERS.test(name) || ((key === "phone" || key === "mobile") && GIVEN_NUMBER.test(name)))
    return ONLY_OFFERED;
  // A second number is the one of a mobile, where it looks like that and no column says so.
  return FURTHER.test(name) ? (key === "mobile" ? 70 : ONLY_OFFERED) : 50;
}

/** 1, 2, 3 …: the rows are counted, as some programs do with every list they print. */
function isCounted({ name, texts }: Column): boolean {
  return (
    PLAIN_NUMBER.has(nameKey(name)) &&
    texts.length > 1 &&
    texts.every((text, index) => text === String(index + 1))
  );
}

/** Days without a name: too alike to decide. */
function dayCandidates({ texts }: Column): Candidate[] {
  const ahead = texts.filter((text) => {
    const read = readDate(text, "DMY", "2100-01-01");
    return read !== undefined && "day" in read && read.day > "2020";
  }).length;
  const keys =
    ahead > texts.length / 2
      ? ["leftOn", "joinedOn", "birthday"]
      : ["birthday", "joinedOn", "leftOn"];
  return keys.map((key) => ({ key, rank: 60, reason: "CONTENT" }));
}

/**
 * Which column gets which field. Groups may come from several columns, everything else from one.
 */
function winnersOf(columns: readonly Column[]): Map<number, string> {
  const winners = new Map<number, string>();
  const taken = new Map<string, Column>();
  const order = columns
    .filter(({ candidates }) => candidates.length > 0)
    .toSorted((a, b) => (a.candidates[0]?.rank ?? 99) - (b.candidates[0]?.rank ?? 99));
  for (const column of order) {
    const [best, next] = column.candidates;
    if (best === undefined || best.key === "houseNumber" || best.rank >= ONLY_OFFERED) continue;
    // Contents that fit several fields alike say nothing.
    if (best.reason === "CONTENT" && next !== undefined && next.rank === best.rank) continue;
    if (best.key === "groups") winners.set(column.at, best.key);
    else if (!taken.has(best.key) && !overlaps(best.key, taken)) {
      winners.set(column.at, best.key);
      taken.set(best.key, column);
    }
  }
  return winners;
}

const PARTS: Record<string, string[]> = {
  fullName: ["firstname", "lastname"],
  postalCodeAndCity: ["postalCode", "city"],
  address: ["street", "postalCode", "city"],
};

/** A column for the whole name is too much where first and last name have their own. */
function overlaps(key: string, taken: ReadonlyMap<string, Column>): boolean {
  const parts = PARTS[key];
  if (parts !== undefined) return parts.some((part) => taken.has(part));
  return Object.entries(PARTS).some(([composite, of]) => taken.has(composite) && of.includes(key));
}

function entryFor(column: Column, key: string, houseNumber: Column | undefined): MappingEntry {
  const transforms: MappingEntry["transforms"] = [];
  if (houseNumber !== undefined)
    transforms.push({ kind: "JOIN", with: [houseNumber.name], separator: " " });
  // A program took the numbers for amounts: 1001.0 is number 1001.
  if (
    key === "memberNumber" &&
    column.texts.length > 0 &&
    share(column, (text) => /^\d+\.0$/.test(text)) === 1
  )
    transforms.push({ kind: "SPLIT", separator: ".", part: 1, rest: false });
  if (key.startsWith("cf.") && /cent/i.test(column.name.split("->").at(-1) ?? ""))
    transforms.push({ kind: "NUMBER", decimal: ",", factor: 0.01, places: null });
  return { sourceField: column.name, targetField: key, transforms };
}
