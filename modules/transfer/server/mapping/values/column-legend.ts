import type { FieldKind } from "../../../member-fields.ts";
import type { Legend } from "../../reading/legends.ts";

/** Share of a column's codes that the legend has to know. */
const KNOWN = 0.6;
const CODED: ReadonlySet<FieldKind> = new Set(["GROUPS", "CHOICE", "MULTI_CHOICE"]);

/** Returns what the codes of a column stand for, where the list's legend is about them. */
export function columnLegend(
  { kind }: { kind: FieldKind },
  cells: readonly string[],
  legend: Legend,
): ReadonlyMap<string, string> | undefined {
  if (legend.length === 0 || !CODED.has(kind)) return undefined;
  const codes = new Set(
    cells.flatMap((text) => text.split(/[,;/|+&\s]+/)).filter((code) => code !== ""),
  );
  const meanings = new Map(legend);
  const known = [...codes].filter((code) => meanings.has(code));
  return known.length > 0 && known.length >= codes.size * KNOWN ? meanings : undefined;
}
