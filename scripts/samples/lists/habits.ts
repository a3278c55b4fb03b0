import type { Chance } from "./random.ts";
import type { Person } from "./people.ts";

/** How the people who keep a list write things. */
export interface Habit {
  date: "DMY" | "DMYY" | "ISO" | "ISOTIME" | "WORDS" | "MDY" | "LOOSE" | "DMYTIME";
  phone: "SPACE" | "SLASH" | "PLUS" | "BRACKETS" | "DASH";
  gender: readonly [male: string, female: string];
  status: readonly [active: string, passive: string, honorary: string];
  /** What they write where there is nothing. */
  nothing: string;
  /** How often they write it instead of leaving the cell empty. */
  nothingShare: number;
  yes: string;
  no: string;
  groupSign: string;
  /** What stands for each group in a column of codes. */
  groupCodes?: ReadonlyMap<string, string>;
}

export type Expected = Record<string, string | number | boolean | string[]>;
/** A column of a list: what stands in it, and which fields of the product have to come of it. */
export interface Cell {
  text: string;
  gives?: Expected;
}
export type Render = (person: Person, habit: Habit, chance: Chance) => Cell;

const MONTHS =
  `Januar,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember`.split(",");

export function written(iso: string, { date }: Habit): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  switch (date) {
    case "DMY":
      return `${day}.${month}.${year}`;
    case "DMYY":
      return `${day}.${month}.${year.slice(2)}`;
    case "ISO":
      return iso;
    case "ISOTIME":
      return `${iso} 00:00:00`;
    case "MDY":
      return `${month}/${day}/${year}`;
    case "DMYTIME":
      return `${day}.${month}.${year} 00:00:00`;
    case "LOOSE":
      return `${Number(day)}.${Number(month)}.${year}`;
    case "WORDS":
      return `${Number(day)}. ${MONTHS[Number(month) - 1] ?? ""} ${year}`;
  }
}

export function dialled(number: string, { phone }: Habit): string {
  const [area = "", rest = ""] = number.split(" ");
  switch (phone) {
    case "SPACE":
      return number;
    case "SLASH":
      return `${area}/${rest}`;
    case "DASH":
      return `${area}-${rest}`;
    case "BRACKETS":
      return `(${area}) ${rest}`;
    case "PLUS":
      return `+49 ${area.slice(1)} ${rest}`;
  }
}
