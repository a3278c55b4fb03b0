import { type CompositeKey, COMPOSITE_FIELDS } from "../../../member-fields.ts";
import { telephoneParts } from "./telephone-parts.ts";
import { oneLine } from "./cell-text.ts";

/**
 * Parts of a column that holds several fields: `73033 Göppingen`. Keys are those of the member's
 * fields.
 */
export type Parts = Partial<
  Record<
    | "title"
    | "firstname"
    | "lastname"
    | "street"
    | "addressAddition"
    | "postalCode"
    | "city"
    | "phone"
    | "mobile",
    string | null
  >
>;

const PARTICLES = new Set([
  "von",
  "van",
  "vom",
  "zu",
  "zum",
  "zur",
  "der",
  "den",
  "de",
  "del",
  "della",
  "di",
  "da",
  "dos",
  "ten",
  "ter",
  "le",
  "la",
  "al",
  "el",
  "bin",
]);
const FIRM = /\b(?:GmbH|AG|KG|OHG|UG|GbR|mbH|Stiftung|Verein)\b|\be\.\s?(?:V|K|G)\./i;
const TITLE =
  /^((?:(?:Prof|Dr|Dipl|Ing|med|rer|nat|phil|jur|h\.\s?c|Mag|MdB|MdL)\.?(?:-?\s?(?:Ing|Kfm|Päd|Psych|Phys|Inf)\.?)?[\s]+)+)/i;
/** Behind the name: `Müller, Eva Dr.` */
const TITLE_BEHIND =
  /[\s,]+((?:(?:Prof|Dr|Dipl)\.?(?:-?\s?(?:Ing|Kfm|Päd|Psych|Phys|Inf)\.?)?\s*)+)$/i;
const POSTAL_CODE = /^((?:[A-Z]{1,3}[-\s])?\d{4,5})\s+(.+)$/;

export function isComposite(key: string): key is CompositeKey {
  return Object.hasOwn(COMPOSITE_FIELDS, key);
}

/** @param column what the column is called: `Name Vorname` says in which order its names stand. */
export function partsOfCell(key: CompositeKey, text: string, column = ""): Parts {
  switch (key) {
    case "fullName":
      return nameParts(oneLine(text), /(?:name|nach)\W+(?:und |u\. )?vorname/i.test(column));
    case "postalCodeAndCity":
      return cityParts(oneLine(text));
    case "address":
      return addressParts(text);
    case "phones":
      return telephoneParts(text);
  }
}

/**
 * `Müller, Eva`, `Dr. Eva von Müller` and, where the column says so, `von Müller Eva`; a firm is a
 * last name alone.
 */
function nameParts(text: string, isLastFirst: boolean): Parts {
  if (text === "") return { firstname: null, lastname: null };
  if (FIRM.test(text)) return { lastname: text, firstname: null };
  const comma = text.indexOf(",");
  if (comma !== -1) {
    const before = withoutTitle(text.slice(0, comma).trim());
    const { title, rest } = withoutTitle(text.slice(comma + 1).trim());
    return { lastname: before.rest, firstname: rest, ...before.title, ...title };
  }
  const { title, rest } = withoutTitle(text);
  const words = rest.split(/\s+/);
  if (isLastFirst && words.length > 1) {
    let end = 1;
    while (end < words.length - 1 && PARTICLES.has((words[end - 1] ?? "").toLowerCase())) end++;
    const given = withoutTitle(words.slice(end).join(" "));
    return {
      lastname: words.slice(0, end).join(" "),
      firstname: given.rest,
      ...title,
      ...given.title,
    };
  }
  let begin = words.length - 1;
  while (begin > 1 && PARTICLES.has((words[begin - 1] ?? "").toLowerCase())) begin--;
  return {
    lastname: words.slice(begin).join(" "),
    firstname: words.slice(0, begin).join(" ") || null,
    ...title,
  };
}

/** `Dr. Müller` in a column of names; a name alone is no title, whatever it looks like. */
export function titledName(text: string): { title?: string; name: string } {
  if (!/\.|^\s*(?:prof|dr|dipl)/i.test(text)) return { name: text };
  const { title, rest } = withoutTitle(oneLine(text));
  const isTitle =
    /^(?:prof|dr|dipl)\b/i.test(title.title ?? "") || title.title?.includes(".") === true;
  return title.title === undefined || rest === "" || !isTitle
    ? { name: text }
    : { title: title.title, name: rest };
}

/** `Hans u. Erika`, `Fam. Müller`: who one row is about. */
export function namesSeveralPeople(key: "firstname" | "lastname", text: string): boolean {
  if (FIRM.test(text)) return false;
  if (/^(?:fam\.|familie|ehepaar|eheleute)\s+\p{L}/iu.test(text.trim())) return true;
  return key === "firstname" && /\p{L}\.?\s*(?:\s(?:und|u\.)\s|[&+])\s*\p{L}/iu.test(text);
}

function withoutTitle(text: string): { title: { title?: string }; rest: string } {
  const found = TITLE.exec(text)?.[1];
  if (found !== undefined)
    return { title: { title: found.trim() }, rest: text.slice(found.length).trim() };
  const behind = TITLE_BEHIND.exec(text);
  return behind?.[1] === undefined || behind.index === 0
    ? { title: {}, rest: text }
    : { title: { title: behind[1].trim() }, rest: text.slice(0, behind.index).trim() };
}

function cityParts(text: string): Parts {
  const found = POSTAL_CODE.exec(text);
  if (found !== null) return { postalCode: found[1] ?? null, city: found[2] ?? null };
  return /^(?:[A-Z]{1,3}-)?\d{4,5}$/.test(text)
    ? { postalCode: text, city: null }
    : { postalCode: null, city: text === "" ? null : text };
}

function addressParts(text: string): Parts {
  const lines = text
    .split(text.includes("\n") ? /\r?\n/ : PARTS_OF_ADDRESS)
    .map(oneLine)
    .filter((line) => line !== "");
  const place = lines.findIndex((line) => POSTAL_CODE.test(line));
  const rest = lines.filter((_line, index) => index !== place);
  const street = rest.findIndex((line) => /\d/.test(line) && !isAddition(line));
  const at = street === -1 ? 0 : street;
  return {
    ...cityParts(place === -1 ? "" : (lines[place] ?? "")),
    street: rest[at] ?? null,
    addressAddition: rest.filter((_line, index) => index !== at).join(", ") || null,
  };
}

/** A stroke with a blank on both sides parts; without, it belongs to the house: `5/7`. */
const PARTS_OF_ADDRESS = /[,;|·•]|\s[-–/]\s/;

function isAddition(line: string): boolean {
  return /^(?:c\/o|bei|z\.\s?hd\.|haus|hinterhaus|\d+\. ?(?:og|stock))/i.test(line);
}

/** A street cell of several lines: the second one is `c/o …` or `Hinterhaus`. */
export function streetParts(text: string): Parts {
  const lines = text
    .split(/\r?\n/)
    .map(oneLine)
    .filter((line) => line !== "");
  if (lines.length < 2) return { street: lines[0] ?? null };
  const at = lines[0] !== undefined && isAddition(lines[0]) ? 1 : 0;
  return {
    street: lines[at] ?? null,
    addressAddition: lines.filter((_line, index) => index !== at).join(", "),
  };
}
