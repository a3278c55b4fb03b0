import { cellText } from "./cell-text.ts";
import type { TableCell } from "#platform/server/documents/table.ts";

/** What people and programs write where there is nothing to say, and what nobody means by it. */
const SIGNS =
  /^(?:[-–—_.?/\\*~]+|#?n\/a|\(null\)|\(leer\)|\\n|00\.00\.(?:00|0000)|0000-00-00.*|00\/00\/0000)$/i;
const WORDS =
  /^(?:k\.?\s?a\.?|k\.?\s?ang\.?|n\.?\s?b\.?|n\.?\s?v\.?|nv|null|nil|none|nan|leer|keine?|keine angaben?|ohne|ohne angaben?|nicht angegeben|nicht bekannt|unbekannt|unbek\.?|unknown|unspecified|not specified|not known|nicht vorhanden|fehlt|entfällt|entf\.?|nichts)$/i;
const LONGEST = 20;
/** What any of these begins with, looked at before the rest. */
const MAY_BE = /^(?:[^\p{L}1-9]|k|n|l|o|u|f|e|b|r|ü|s|d)/iu;
const ZERO = /^0+(?:[.,]0+)?$/;
/** How somebody pays: in a bank's field it stands for no account. */
const NO_ACCOUNT =
  /^(?:bar|barzahler|barzahlung|rechnung|überweisung|überweiser|selbstzahler|dauerauftrag|befreit|kein(?:e)?\s+(?:konto|einzug|lastschrift|mandat|iban))$/i;
/** People are called Ohne, Keiner and Null: of names only what no name is. */
const NO_NAME = /^(?:k\.\s?[aA]\.|n\/a|NULL|null|nan|unbekannt|unknown|nicht bekannt)$/;
const NAMES = new Set(["firstname", "lastname", "fullName", "city"]);

/** Returns whether a cell says nothing, whatever its column is. */
export function isNothing(text: string): boolean {
  return text === "" || SIGNS.test(text) || WORDS.test(text) || ZERO.test(text);
}

/**
 * Returns whether a cell with something in it says nothing in this field: where `-`, `0` or `ohne`
 * are values of their own (yes and no, amounts, choices, notes), they stay.
 */
export function saysNothing(
  { key, kind }: { key: string; kind: string },
  cell: TableCell,
): boolean {
  if (cell === null || cell === "" || typeof cell === "boolean" || cell instanceof Date)
    return false;
  const text = cellText(cell).trim();
  if (text === "" || text.length > LONGEST || !MAY_BE.test(text)) return false;
  switch (kind) {
    case "BOOLEAN":
      return WORDS.test(text) && !/^kein/i.test(text);
    case "NUMBER":
      return SIGNS.test(text) || WORDS.test(text);
    case "CHOICE":
    case "MULTI_CHOICE":
    case "MULTILINE":
      return SIGNS.test(text);
    case "IBAN":
    case "BIC":
      return isNothing(text) || NO_ACCOUNT.test(text);
    default:
      if (key === "memberNumber" && ZERO.test(text)) return false;
      return NAMES.has(key)
        ? SIGNS.test(text) || NO_NAME.test(text)
        : isNothing(text) || (key === "accountHolder" && NO_ACCOUNT.test(text));
  }
}
