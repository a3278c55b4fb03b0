import { textOf } from "./headings.ts";
import type { RawRow } from "./table.ts";

/** What codes of a list stand for: `T` for Turnen. */
export type Legend = readonly (readonly [code: string, meaning: string])[];

const LONGEST_CODE = 6;
const LONGEST_MEANING = 60;
/** `T = Turnen, H: Handball` */
const PAIR = /(?:^|[,;|(\s])([\p{L}\d*+-]{1,6})\s*[=:–]\s*(\p{L}[^,;|=:()]*)/gu;
const MOST = 200;

/** Returns the codes that rows around a list explain, as `Legende: A = aktiv, P = passiv`. */
export function legendOfRows(rows: readonly RawRow[]): Legend {
  return rows.flatMap(({ cells }) => {
    const texts = cells.map(textOf).filter((text) => text !== "");
    const pairs = texts.flatMap((text) => pairsIn(text));
    return pairs.length > 0 ? pairs : pairOf(texts);
  });
}

/** Returns the codes of a sheet that is nothing but an explanation: code and meaning in each row. */
export function legendOfSheet(rows: readonly RawRow[]): Legend {
  const pairs = rows.flatMap(({ cells }) =>
    pairOf(cells.map(textOf).filter((text) => text !== "")),
  );
  const filled = rows.filter(({ cells }) => cells.some((cell) => textOf(cell) !== ""));
  return filled.length <= MOST && pairs.length >= filled.length * 0.6 ? pairs : [];
}

function pairsIn(text: string): [string, string][] {
  if (!/[=:–]/.test(text)) return [];
  return [...text.matchAll(PAIR)].map(([, code = "", meaning = ""]) => [code, meaning.trim()]);
}

function pairOf([code, meaning, ...more]: readonly string[]): [string, string][] {
  if (code === undefined || meaning === undefined || more.length > 1) return [];
  const isPair =
    code.length <= LONGEST_CODE &&
    !/\s/.test(code) &&
    meaning.length > code.length &&
    meaning.length <= LONGEST_MEANING &&
    /\p{L}{2}/u.test(meaning);
  return isPair ? [[code, meaning]] : [];
}
