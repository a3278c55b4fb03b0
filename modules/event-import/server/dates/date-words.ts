/** Names of months and weekdays as programmes write them, and their numbers. */

const MONTHS: readonly (readonly string[])[] = [
  ["januar", "jänner", "jan", "jän"],
  ["februar", "feber", "feb", "febr"],
  ["märz", "maerz", "mrz", "mär", "marz"],
  ["april", "apr"],
  ["mai"],
  ["juni", "jun"],
  ["juli", "jul"],
  ["august", "aug"],
  ["september", "sept", "sep"],
  ["oktober", "okt"],
  ["november", "nov"],
  ["dezember", "dez"],
];
const WEEKDAYS: readonly (readonly string[])[] = [
  ["montag", "mo", "mon"],
  ["dienstag", "di", "die"],
  ["mittwoch", "mi", "mit"],
  ["donnerstag", "do", "don"],
  ["freitag", "fr", "fre"],
  ["samstag", "sa", "sam", "sonnabend"],
  ["sonntag", "so", "son"],
];

const monthNumbers = numbers(MONTHS);
const weekdayNumbers = numbers(WEEKDAYS);

function numbers(names: readonly (readonly string[])[]): Map<string, number> {
  return new Map(
    names.flatMap((spellings, index) =>
      spellings.map((spelling) => [spelling, index + 1] as const),
    ),
  );
}

function alternatives(names: readonly (readonly string[])[]): string {
  return names
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join("|");
}

/** Sources of regular expressions, to be used with the flags `iu`. */
export const MONTH = `(?:${alternatives(MONTHS)})(?![\\p{L}])\\.?`;
// "So" and "Die" are words as well: short forms count only in capitals, with a dot, or before a
// number.
export const WEEKDAY = `(?:${alternatives(WEEKDAYS)})s?(?![\\p{L}])\\.?`;

/** 1–12. */
export function monthNumber(name: string): number | undefined {
  return monthNumbers.get(name.toLowerCase().replace(/\.$/, ""));
}

/** 1 (Monday) – 7. */
export function weekdayNumber(name: string): number | undefined {
  const plain = name.toLowerCase().replace(/\.$/, "");
  return weekdayNumbers.get(plain) ?? weekdayNumbers.get(plain.replace(/s$/, ""));
}
