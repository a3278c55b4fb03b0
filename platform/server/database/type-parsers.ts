import pg from "pg";
import { parseMoment } from "./parse-moment.ts";

const { builtins } = pg.types;

/**
 * Days stay the text that the database sends: a Date has a time and a time zone, a birthday has
 * none. Sizes and counters are numbers, far below where those become inexact.
 */
const anyMoment = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => unknown;
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
  [builtins.TIMESTAMPTZ, (text) => parseMoment(text) ?? anyMoment(text)],
]);

/** How the application reads values; `tables.generated.ts` says the same in types. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
