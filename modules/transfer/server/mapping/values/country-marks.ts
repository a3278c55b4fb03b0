import { countryCode } from "./read-values.ts";

/** How a list marks the country before a postal code: `A-6900`, `CH-8280`. */
export interface CountryMarks {
  /** A code without a mark is at home, because those abroad have one. */
  homeIsUnmarked: boolean;
  /** The list has a column of countries, which says what is empty too: nothing is added to it. */
  haveColumn: boolean;
}

const MARK = /(?:^|[,;\n]\s*)([A-Z]{1,3})[-\s](?=\d{4,5}\b)/;

/** Returns how a list marks countries. `texts`: its postal codes, or whole addresses. */
export function countryMarks(texts: readonly string[], haveColumn: boolean): CountryMarks {
  return {
    haveColumn,
    homeIsUnmarked: texts.some((text) => {
      const code = countryCode(MARK.exec(text)?.[1] ?? "");
      return code !== undefined && code !== "DE";
    }),
  };
}

/** Returns the country that a postal code names, or that it is in without naming it. */
export function countryOfPostalCode(text: string, marks: CountryMarks): string | undefined {
  const marked = MARK.exec(text)?.[1];
  if (marked !== undefined) return countryCode(marked);
  return marks.homeIsUnmarked && /^\d{5}$/.test(text.trim()) ? "DE" : undefined;
}
