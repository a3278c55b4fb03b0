import pg from "pg";

const { builtins } = pg.types;

/**
 * Days stay the text that the database sends: a Date has a time and a time zone, a birthday has
 * none. Sizes and counters are numbers, far below where those become inexact.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
]);

/** How the application reads values; `tables.generated.ts` says the same in types. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
