import { isBelowTenants, isHarness, mayHoldSql, placeOf } from "../places.ts";
import type { Source } from "../source-tree.ts";
import type { ImportRule } from "./imports.ts";

/** The database's driver belongs to the platform, and SQL into the modules' queries. */
export const sqlImports: ImportRule = ({ path }, { own, target, names, typeOnly }) => {
  if (!own && target === "pg")
    return isBelowTenants(path) || isHarness(path)
      ? undefined
      : "the database driver belongs to platform/server";
  // A module's column-types.ts names its columns' types; statements are still made elsewhere.
  const isTypesOfColumns = typeOnly && path.endsWith("/column-types.ts");
  const isSql = own ? names.includes("sqlOf") : target === "kysely" && !isTypesOfColumns;
  return isSql && !mayHoldSql(path) ? "SQL belongs into *queries.ts" : undefined;
};

/** Returns where SQL stands in a string, which would pass the rules about imports. */
export function sqlInStrings(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const { side, isShared } = placeOf(path);
    if (mayHoldSql(path) || side === "web" || isShared) return [];
    const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
    const hit = /[`"'](SELECT\s.+\sFROM|INSERT INTO|UPDATE\s+\w+\s+SET|DELETE FROM)\s/.exec(code);
    // `database.queryWithoutTenant` takes its statement as text: the functions it calls are the
    // permitted way without a tenant.
    return hit === null ||
      code.slice(Math.max(0, hit.index - 60), hit.index).includes("queryWithoutTenant")
      ? []
      : [`${path}: SQL belongs into *queries.ts: ${hit[0]}…`];
  });
}
