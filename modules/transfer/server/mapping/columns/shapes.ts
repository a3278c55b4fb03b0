import { dictionary } from "@zxcvbn-ts/language-de";
import { isValidBIC } from "ibantools";
import { readDate } from "../values/read-dates.ts";
import {
  looksLikeDate,
  looksLikeEmail,
  looksLikeIban,
  looksLikeMobile,
  looksLikePhone,
  looksLikeUuid,
} from "../values/value-shapes.ts";

const GIVEN_NAMES = new Set(dictionary["firstnames"] as string[]);
const FAMILY_NAMES = new Set(dictionary["lastnames"] as string[]);

const TITLE =
  /^(?:(?:prof|dr|dipl|ing|mag|med|rer|nat|phil|jur|h\.\s?c|b\.?sc|m\.?sc|b\.?a|m\.?a|lic)\.?[\s-]*)+\.?$/i;
const TITLED = /^(?:prof|dr|dipl\.?-?\s?[a-z]+|mag)\.\s+\p{L}/iu;
const STREET_WORD =
  /(?:str(?:\.|aße|asse)?|weg|gasse|allee|platz|ring|ufer|damm|steig|hof|berg|feld|winkel|garten|graben|markt|pfad|stieg|chaussee|street|road|lane|avenue)$/i;
const HOUSE = /^\d{1,4}\s?(?:[a-z]|\d\/\d|[-/]\s?\d{1,4}\s?[a-z]?)?$/i;
const COUNTRY_CODES = new Set(
  "D,DE,A,AT,CH,F,FR,I,IT,NL,GB,UK,PL,TR,DEU,AUT,CHE,B,BE,L,LU,DK,CZ,US".split(","),
);
const COUNTRY_NAMES =
  /^(?:deutschland|germany|österreich|oesterreich|austria|schweiz|switzerland|frankreich|france|niederlande|italien|polen|türkei|belgien|luxemburg|dänemark|großbritannien|spanien|tschechien)$/i;
const STATUS =
  /^(?:aktiv|passiv|active|passive|honorary|inaktiv|aktives?|passives?|ehrenmitglied|ehrenm\.?|fördermitglied|fördernd|förderer|ordentlich(?:es)?|mitglied|gast|ruhend|ausgetreten|ausgeschieden|verstorben|ehemalig)\b/i;

/** What can be said of one cell without knowing its column, the most telling first. */
const SHAPES: readonly (readonly [name: string, is: (text: string) => boolean])[] = [
  ["uuid", looksLikeUuid],
  ["iban", (text) => looksLikeIban(text) || /\b[a-z]{2}\d{2}(?:\s?\d{4}){4}\s?\d{2}\b/i.test(text)],
  ["email", looksLikeEmail],
  ["emails", (text) => (text.match(/[^\s@,;]+@[^\s@,;]+\.[a-z]{2,}/gi)?.length ?? 0) > 1],
  ["emailIn", (text) => /\S@\S+\.\w/.test(text)],
  ["url", (text) => /^(?:https?:|www\.)/i.test(text)],
  [
    "dayTime",
    (text) =>
      /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)[T ,]+(?!00:00)\d{1,2}:\d\d/.test(text),
  ],
  ["day", isDay],
  ["year", (text) => /^(?:19\d\d|20[0-4]\d)$/.test(text)],
  ["mobile", (text) => looksLikePhone(text) && looksLikeMobile(text)],
  ["phone", looksLikePhone],
  [
    "phones",
    (text) =>
      (text.match(/(?:\+|\b0)[\d\s()/.-]{6,}\d/g)?.length ?? 0) > 0 &&
      text.replace(/\D/g, "").length >= 8,
  ],
  ["sequenceDigit", (text) => /^\d$|^1[0-2]$/.test(text)],
  ["smallNumber", (text) => /^(?:1[3-9]|2\d|3[01])$/.test(text)],
  ["age", (text) => /^(?:[3-9]\d|1[01]\d)$/.test(text)],
  ["postalCode", (text) => /^(?:[A-Z]{1,2}-)?\d{5}$/.test(text)],
  ["fourDigits", (text) => /^\d{4}$/.test(text)],
  ["zeroPadded", (text) => /^0\d+$/.test(text)],
  ["digits", (text) => /^\d+$/.test(text)],
  [
    "money",
    (text) =>
      /^-?[\d.' ]+(?:,\d{1,2})?\s*(?:€|eur|euro|chf)$|^-?\d{1,3}(?:\.\d{3})*,\d\d$/i.test(text),
  ],
  ["decimal", (text) => /^-?\d+[.,]\d+$/.test(text)],
  ["house", (text) => HOUSE.test(text)],
  ["postalCodeAndCity", (text) => /^(?:[A-Z]{1,3}-)?\d{4,5}\s+\p{L}[^\d]*$/u.test(text)],
  [
    "address",
    (text) =>
      /\d[^\d]*[,\n]\s*(?:[A-Z]{1,3}-)?\d{4,5}\s+\p{L}/u.test(text) ||
      /\d[^\d]*(?:[;|·]|\s[-–/])\s*(?:[A-Z]{1,3}-)?\d{4,5}\s+\p{L}/u.test(text) ||
      /^(?:[A-Z]{1,3}-)?\d{4,5}\s+\p{L}[^\d]*(?:[,;|·\n]|\s[-–/])\s*\p{L}.*\d/u.test(text),
  ],
  [
    "codeWithDigits",
    (text) => /^[A-Z]{1,6}[-/ .]?\d[\dA-Z/-]*$/i.test(text) && !/\s\d+\s?[a-z]?$/i.test(text),
  ],
  ["numberGroups", (text) => /^\d[\d\s/.-]+$/.test(text)],
  ["genderLetter", (text) => /^[mwfd]$/i.test(text)],
  [
    "genderWord",
    (text) =>
      /^(?:männlich|weiblich|divers|male|female|mann|frau\w*lich|weibl\.?|männl\.?)$/i.test(text),
  ],
  [
    "salutation",
    (text) =>
      /^(?:herrn?|frau|fräulein|familie|firma|mr\.?|mrs\.?|ms\.?|hr\.?|fr\.?|eheleute)$/i.test(
        text,
      ),
  ],
  ["greeting", (text) => /^(?:sehr geehrte|liebe|hallo|dear)/i.test(text)],
  ["title", (text) => TITLE.test(text)],
  ["titled", (text) => TITLED.test(text)],
  ["tick", (text) => /^[x✓✔☑]$/i.test(text)],
  ["yesNo", (text) => /^(?:ja|nein|j|n|yes|no|y|true|false|wahr|falsch)$/i.test(text)],
  ["country", (text) => COUNTRY_CODES.has(text) || COUNTRY_NAMES.test(text)],
  ["status", (text) => STATUS.test(text)],
  ["bic", (text) => /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(text) && isValidBIC(text)],
  [
    "street",
    (text) =>
      /^\p{L}.*\p{L}\.?\s+\d{1,4}\s?(?:[a-z]\b|\d\/\d|[-/]\d+)?(?:[,\s].*)?$/iu.test(text) &&
      text.length < 60 &&
      !/[:;]/.test(text),
  ],
  [
    "streetName",
    (text) =>
      STREET_WORD.test(text) ||
      /^(?:am|an der|an den|im|in der|in den|auf der|auf dem|unter den|zum|zur) \p{Lu}/iu.test(
        text,
      ),
  ],
  [
    "addition",
    (text) =>
      /^(?:c\/o|z\.\s?hd|hinterhaus|vorderhaus|bei |whg|wohnung|\d+\. ?(?:og|stock)|eg|app\.)/i.test(
        text,
      ),
  ],
  [
    "firm",
    (text) =>
      /\b(?:gmbh|ag|kg|ohg|ug|e\.\s?[vk]\.?|stiftung|sparkasse|volksbank|bank|eg)\b/i.test(text),
  ],
  [
    "commaNames",
    (text) =>
      /^\p{Lu}[\p{L}\s'’-]+,\s*(?:\p{L}+\.\s*)*\p{Lu}[\p{L}\s'’-]+$/u.test(text) &&
      holdsGivenName(text.split(",")[1] ?? ""),
  ],
  ["givenName", isGivenName],
  [
    "familyName",
    (text) => FAMILY_NAMES.has(text.toLowerCase()) || /^(?:von|van|de|zu|vom)\s/i.test(text),
  ],
  [
    "twoNames",
    (text) =>
      /^\p{Lu}[\p{L}'’-]+(?:\s+(?:von|van|de|der|zu|den|\p{Lu}[\p{L}'’.-]*))+$/u.test(text) &&
      (isGivenName(text.split(/\s+/)[0] ?? "") || isGivenName(text.split(/\s+/).at(-1) ?? "")),
  ],
  ["list", (text) => /\S\s*[;,/|\n]\s*\S/.test(text)],
  ["capitals", (text) => /^[A-ZÄÖÜ]{1,4}$/.test(text)],
  ["doubleName", (text) => /^\p{Lu}\p{L}+-\p{Lu}\p{L}+$/u.test(text)],
  ["word", (text) => /^\p{Lu}[\p{L}.'’-]*$/u.test(text)],
  ["smallWord", (text) => /^\p{Ll}[\p{L}.'’-]*$/u.test(text)],
  ["words", (text) => text.split(/\s+/).length <= 3],
  ["sentence", (text) => text.split(/\s+/).length > 3],
];

export const SHAPE_NAMES: readonly string[] = [...SHAPES.map(([name]) => name), "otherShape"];

export function shapeOf(text: string): number {
  const found = SHAPES.findIndex(([, is]) => is(text));
  return found === -1 ? SHAPES.length : found;
}

function isGivenName(text: string): boolean {
  return (
    GIVEN_NAMES.has(text.toLowerCase()) ||
    (/^\p{Lu}\p{L}+-\p{Lu}\p{L}+$/u.test(text) &&
      text.split("-").every((part) => GIVEN_NAMES.has(part.toLowerCase())))
  );
}

function holdsGivenName(text: string): boolean {
  return text
    .trim()
    .split(/[\s-]+/)
    .some((word) => GIVEN_NAMES.has(word.toLowerCase()));
}

export function isDay(cell: string): boolean {
  const text = cell.replace(/(?<=\d)(?:\s*\([^()]*\)|[T ]00:00(?::00)?)$/, "");
  if (looksLikeDate(text)) return true;
  if (/^(?:19|20)\d{6}$|^--\d\d-\d\d$/.test(text)) return true;
  if (!/[a-z]/i.test(text) || !/\d/.test(text) || text.length > 32) return false;
  const read = readDate(text, "DMY", "2100-01-01");
  return read !== undefined && "day" in read;
}
