import type { TableCell } from "#platform/server/documents/table.ts";
import { cellText } from "../values/cell-text.ts";
import { isNothing } from "../values/nothing.ts";
import { looksLikeMobile, looksLikePhone } from "../values/value-shapes.ts";
import { type Assigned, assignRoles } from "./assign.ts";
import { factsOf } from "./column-facts.ts";
import { isCodeOfStatus } from "../values/status-words.ts";
import { groupsTicked } from "./group-ticks.ts";
import { joinedColumns } from "./joined-columns.ts";
import { headingFacts, roleOdds, type Weights } from "./role-odds.ts";
import { PART_ROLES, ROLES } from "./roles.ts";
import { rolesOfContents } from "./telling-contents.ts";
import weights from "./weights.json" with { type: "json" };

/** A column of a file with what it was found to be. */
export interface KnownColumn {
  name: string;
  role: string;
  field: string | null;
  confidence: number;
  /** Keys of roles, likely ones first. */
  candidates: string[];
  /** Whether its heading alone would not have told. */
  byContent: boolean;
  /** It only joins what other columns say. */
  isJoined: boolean;
  /** Something stands in it, if only words for nothing. */
  hasWords: boolean;
  /** Cells of the sample as they would be typed; "" where nothing is said. */
  texts: string[];
}

const WEIGHTS: Weights = weights;
const TELLING = 0.55;
/** A heading that is like no name at all. */
const SILENT = 0.2;
const AT = new Map(ROLES.map(({ key }, at) => [key, at]));
/** Judging a column takes time, and no list of members is that wide. */
const JUDGED_COLUMNS = 250;

/**
 * Finds out what the columns of a file are, all of them together. `own`: the field that a column
 * names outright; it has it, and no other column does.
 */
export function knownColumns(
  names: readonly string[],
  rows: readonly (readonly TableCell[])[],
  own: (name: string, texts: readonly string[]) => string | undefined,
): KnownColumn[] {
  const texts = names.map((_name, at) =>
    rows.map((cells) => {
      const text = cellText(cells[at] ?? null).trim();
      return isNothing(text) ? "" : text;
    }),
  );
  const joined = joinedColumns(texts);
  const named = names.map((name, at) => own(name, texts[at] ?? []));
  const below = groupsTicked(names, texts);
  const judged = names.slice(0, JUDGED_COLUMNS).map((name, at) => {
    const said = headingFacts(below.get(at) ?? name);
    const facts = factsOf(texts[at] ?? []);
    const odds = roleOdds(WEIGHTS, said, facts);
    return {
      said,
      odds:
        named[at] === undefined
          ? adjusted(name, said, odds, texts[at] ?? [], joined.has(at))
          : told(named[at]),
    };
  });
  withoutHouseNumbers(
    judged.map(({ odds }) => odds),
    texts,
  );
  const assigned = asInSeries(names, assignRoles(judged.map(({ odds }) => odds)));
  return names.map((name, at) => {
    const found: Assigned = assigned[at] ?? {
      role: AT.get("other") ?? 0,
      confidence: 0,
      candidates: [],
    };
    const { key, field } = ROLES[found.role] ?? { key: "other", field: null };
    const [, alike = 0] = judged[at]?.said[found.role] ?? [];
    return {
      name,
      role: key,
      field: named[at] ?? field,
      confidence: named[at] === undefined ? found.confidence : 1,
      candidates: found.candidates.flatMap((role) => ROLES[role]?.key ?? []),
      byContent: named[at] === undefined && alike < TELLING,
      isJoined: joined.has(at),
      hasWords: rows.some((cells) => cellText(cells[at] ?? null).trim() !== ""),
      texts: texts[at] ?? [],
    };
  });
}

/** The odds of a column that says outright which field it is. */
function told(field: string): number[] {
  const at = AT.get(field) ?? AT.get("other");
  return ROLES.map((_role, role) => (role === at ? 0 : -30));
}

type Test = Pick<RegExp, "test">;

/** What can't be, whatever the heading says: a day without days, an address without one. */
const IMPOSSIBLE: Record<string, (share: (test: Test) => number) => boolean> = {
  salutation: (share) => share(/^(?:prof|dr|dipl|mag)\b/i) > 0.5,
  title: (share) => share(/\.|^(?:dr|prof|mag|dipl|ing|b\w|m\w)\b/i) < 0.3,
  addressAddition: (share) => share(/^(?:prof|dr|dipl|mag|ing)\b/i) > 0.7,
  houseNumber: (share) => share(/^\d/) < 0.5,
  postalCodeAndCity: (share) => share(/\d{4,5}\s+\p{L}/u) < 0.3,
  address: (share) => share(/\d.*\d{4,5}\s+\p{L}|\d{4,5}\s+\p{L}.*\d/su) < 0.3,
  fullName: (share) => share(/\S[\s,]+\S/) < 0.5,
  email: (share) => share(/@/) < 0.3,
  id: (share) => share(/^[0-9a-f-]{36}$/i) < 0.8,
  iban: (share) => share(/\b[a-z]{2}\d{2}[\s\da-z]{8,}/i) < 0.3,
  postalCode: (share) =>
    share(/^(?:[a-z]{1,3}-)?\d[\d\s]{2,}(?:\.0)?$/i) < 0.3 && share(/\d/) < 0.5,
  phone: (share) => share(/\d\D*\d\D*\d/) < 0.3,
  mobile: (share) => share(/\d\D*\d\D*\d/) < 0.3,
  phones: (share) => share(/\d\D*\d\D*\d/) < 0.3,
  birthday: (share) => share(/\d/) < 0.4,
  joinedOn: (share) => share(/\d/) < 0.4,
  leftOn: (share) => share(/\d/) < 0.4,
  terminatedOn: (share) => share(/\d/) < 0.4,
  deceasedOn: (share) => share(/\d/) < 0.4,
  firstname: (share) => share(/\d|@/) > 0.5,
  lastname: (share) => share(/^\d|@/) > 0.5,
  groups: (share) => share(/^[\d.,\s€-]+$|^\d.*\d{4}$|\d{4,5}\s+\p{L}/u) > 0.7,
  status: (share) => share(STATUS) < 0.5,
  lastnamePrefix: (share) => share(PARTICLE) < 0.6,
};
/** Codes of groups come again and again; sums and years under such a heading differ. */
const GROUP_CODES = { most: 30, share: 0.3 };
const STATUS = { test: isCodeOfStatus };
const PARTICLE =
  /^(?:von|vom|van|de|den|der|di|da|du|del|della|la|le|zu|zum|zur|ten|ter|und|auf|Freiherr|Freifrau|Graf|Gräfin|Baron|Ritter|[\s.])+$/i;

function isPossible(key: string, texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== "");
  const share = (test: Test) => filled.filter((text) => test.test(text)).length / filled.length;
  return filled.length === 0 || IMPOSSIBLE[key]?.(share) !== true;
}

/** House numbers have a column of their own where the streets have none. */
function withoutHouseNumbers(
  odds: readonly number[][],
  texts: readonly (readonly string[])[],
): void {
  const street = AT.get("street") ?? 0;
  const at = odds.findIndex((own) => Math.exp(own[street] ?? NEVER) > 0.3);
  const filled = (texts[at] ?? []).filter((text) => text !== "");
  if (at !== -1 && filled.filter((text) => /\d/.test(text)).length <= filled.length / 2) return;
  for (const own of odds)
    for (const key of ["houseNumber", "houseNumberAddition"]) {
      const role = AT.get(key) ?? 0;
      own[role] = (own[role] ?? 0) - NEVER;
    }
}

function adjusted(
  name: string,
  said: readonly (readonly number[])[],
  odds: readonly number[],
  texts: readonly string[],
  isJoined: boolean,
): number[] {
  const isSilent = said.every(([, alike = 0]) => alike < SILENT);
  const filled = texts.filter((text) => text !== "");
  const fitsContents = rolesOfContents(texts);
  const own = odds.map((odd, at) => {
    const { key, field } = ROLES[at] ?? { key: "", field: null };
    if (isJoined && field !== null) return odd - JOINED;
    const isCoded = key === "groups" && (said[at]?.[1] ?? 0) > CALLED_GROUPS && areCodes(filled);
    if (!isCoded && (!isPossible(key, texts) || !fitsContents(key))) return odd - NEVER;
    // Whose it is has to be said where it is not the member's.
    if (OTHERS_OWN.has(key) && !OTHERS.test(name)) return odd - RARELY;
    // What is said of others is none of the member's, unless some program calls theirs so.
    if (OWN_FIELDS.has(key) && OTHERS.test(name.replace(FAX_TOO, "")) && said[at]?.[0] !== 1)
      return odd - NEVER;
    // Words that come again may be anything: that they are groups has to be said.
    if (key === "groups" && (said[at]?.[1] ?? 0) < GROUPS_ALIKE) return odd - RARELY;
    // That something is the parents' or the bank's has to be said.
    if (isSilent && FOREIGN.has(key)) return odd - RARELY;
    if (key === "counter" && !isCounted(filled) && !COUNTER.test(name)) return odd - RARELY;
    return key.startsWith("further") && !FURTHER_WORD.test(name) ? odd - RARELY : odd;
  });
  const mobiles = filled.filter(looksLikeMobile).length;
  const isMobile = mobiles > filled.length / 2;
  const isCalledPhone = said[AT.get("phone") ?? 0]?.[0] === 1;
  // One number in each cell, and all of a kind: there is nothing to tell apart.
  const isOfOneKind = mobiles === filled.length || (mobiles === 0 && filled.every(looksLikePhone));
  for (const [further, first] of FURTHER) {
    if (further === "phones" && !isOfOneKind) continue;
    if (further === "phone" && !(isSilent && mobiles === filled.length)) continue;
    const [from, to] = [
      AT.get(further),
      AT.get(first === "phone" && isMobile && !isCalledPhone ? "mobile" : first),
    ];
    if (from === undefined || to === undefined || (own[to] ?? 0) < -NEVER) continue;
    own[to] = Math.log(Math.exp(own[to] ?? -30) + Math.exp(own[from] ?? -30) * FIRST_OF_ALL);
    own[from] = (own[from] ?? -30) + Math.log(1 - FIRST_OF_ALL);
  }
  return own;
}

const OTHERS =
  /fax|notfall|emergency|dienst|geschäft|gesch\.|business|firma|firmen|company|arbeit|work|büro|office|beruf|eltern|parent|mutter|mother|vater|father|erziehung|sorgeberecht|vormund|guardian|betreuer|partner|gatt|angehörig|ansprech|vorstand|rechnung|billing|alternativ|kontaktperson/i;
/** `Telefon/Handy/Fax` holds the member's telephone all the same. */
const FAX_TOO = /(?<=tel|fon|handy|mobil\w*)\.?\s*[/,+&]\s*(?:tele)?fax\b/i;
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "firstname",
  "lastname",
  "fullName",
  "title",
  "salutation",
  "email",
  "phone",
  "mobile",
  "phones",
  "street",
  "addressAddition",
  "postalCode",
  "city",
  "postalCodeAndCity",
  "address",
  "country",
  "birthday",
]);
const OTHERS_OWN: ReadonlySet<string> = new Set([
  "workPhone",
  "workEmail",
  "workAddress",
  "parentPhone",
  "parentEmail",
  "fax",
]);
const FOREIGN = new Set(
  ROLES.filter(
    ({ key, names, field }) =>
      field === null && names.length > 0 && key !== "counter" && !Object.hasOwn(PART_ROLES, key),
  ).map(({ key }) => key),
);
const CALLED_GROUPS = 0.7;
const GROUPS_ALIKE = 0.35;
const NEVER = 12;
const JOINED = 8;
const RARELY = 5;

/** What is a second one beside another column is the first where there is none. */
const FURTHER = [
  ["phone", "mobile"],
  ["phones", "phone"],
  ["furtherPhone", "phone"],
  ["furtherMobile", "mobile"],
  ["furtherEmail", "email"],
  ["wholeName", "fullName"],
] as const;
const FIRST_OF_ALL = 0.85;
const FURTHER_WORD = /[2-9]|weiter|altern|zweit|other|second|zusätz/i;
const COUNTER = /lfd|laufend|zeile|pos|#|zähl|index|row/i;

/** Numbers that stand for few things: `010`, `020`. */
function areCodes(texts: readonly string[]): boolean {
  const different = new Set(texts);
  return (
    texts.length > 4 &&
    different.size <= GROUP_CODES.most &&
    different.size <= texts.length * GROUP_CODES.share &&
    [...different].every((text) => /^\d{1,4}$/.test(text))
  );
}

/** `Abteilung 3` is what `Abteilung 1` is, though hardly anybody has a third. */
function asInSeries(names: readonly string[], assigned: readonly Assigned[]): Assigned[] {
  const groups = AT.get("groups");
  const bases = names.map((name) => name.replace(/[\s.:_-]*\d$/, ""));
  return assigned.map((own, at) => {
    const base = bases[at] ?? "";
    const first = assigned.find(
      (other, index) =>
        index !== at && bases[index] === base && base !== names[at] && other.role === groups,
    );
    return first === undefined || (own.role !== groups && own.confidence > 0.8)
      ? own
      : { ...own, role: first.role, confidence: Math.max(own.confidence, first.confidence * 0.9) };
  });
}

/** One more in each row, but for some. */
function isCounted(texts: readonly string[]): boolean {
  const steps = texts.filter((text, at) => at > 0 && Number(text) === Number(texts[at - 1]) + 1);
  return texts.length > 1 && texts[0] === "1" && steps.length >= (texts.length - 1) * 0.8;
}
