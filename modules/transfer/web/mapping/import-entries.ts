import type { ColumnSuggestion, MappingEntry } from "../../mapping-contract.ts";

/**
 * A column of the file with what becomes of it; most become one field, some none, a few several.
 */
export interface ColumnEntries {
  column: string;
  entries: { entry: MappingEntry; index: number }[];
}

/**
 * The entries by column in the file's order; entries without a column (fixed values) come as the
 * last, named "".
 */
export function byColumn(
  columns: readonly string[],
  entries: readonly MappingEntry[],
): { columns: ColumnEntries[]; others: ColumnEntries["entries"] } {
  const indexed = entries.map((entry, index) => ({ entry, index }));
  return {
    columns: columns.map((column) => ({
      column,
      entries: indexed.filter(({ entry }) => entry.sourceField === column),
    })),
    others: indexed.filter(({ entry }) => !columns.includes(entry.sourceField)),
  };
}

export function suggestedEntries(suggestions: readonly ColumnSuggestion[]): MappingEntry[] {
  return suggestions.flatMap(({ entry }) => (entry ? [entry] : []));
}

/**
 * The column's first (or only) entry gets this target; without a target the column is not taken
 * over.
 */
export function withTarget(
  entries: readonly MappingEntry[],
  column: string,
  index: number | undefined,
  target: string | null,
): MappingEntry[] {
  if (index === undefined)
    return target === null
      ? [...entries]
      : [...entries, { sourceField: column, targetField: target, transforms: [] }];
  if (target === null) return entries.filter((_, at) => at !== index);
  return entries.map((entry, at) => (at === index ? { ...entry, targetField: target } : entry));
}

export function withEntry(
  entries: readonly MappingEntry[],
  index: number,
  entry: MappingEntry,
): MappingEntry[] {
  return entries.map((other, at) => (at === index ? entry : other));
}

/** Fields that more than one column wants to fill; the server would not know which one holds. */
export function fieldsTwice(entries: readonly MappingEntry[]): string[] {
  const targets = entries.map((entry) => entry.targetField);
  return [...new Set(targets.filter((target, at) => targets.indexOf(target) !== at))];
}

/** The member fields through which people are found again. Without one of them no member is. */
export function findsNobody(entries: readonly MappingEntry[]): boolean {
  const targets = new Set(entries.map((entry) => entry.targetField));
  const hasName = targets.has("fullName") || targets.has("lastname");
  return (
    !targets.has("id") &&
    !targets.has("memberNumber") &&
    !targets.has("email") &&
    !(hasName && targets.has("birthday"))
  );
}

/**
 * A saved mapping applied to the columns of this file: what has its column here; the others are
 * told.
 */
export function fitTo(
  columns: readonly string[],
  saved: readonly MappingEntry[],
): { entries: MappingEntry[]; missing: string[] } {
  const has = (entry: MappingEntry) =>
    columns.includes(entry.sourceField) || entry.transforms.some((one) => one.kind === "CONSTANT");
  return {
    entries: saved.filter(has),
    missing: [...new Set(saved.filter((entry) => !has(entry)).map((entry) => entry.sourceField))],
  };
}

/** Returns a field that no entry fills yet, for one more entry to begin with. */
export function firstFree(
  fields: readonly { key: string }[],
  entries: readonly Pick<MappingEntry, "targetField">[],
): string {
  const used = new Set(entries.map((entry) => entry.targetField));
  return fields.find(({ key }) => !used.has(key))?.key ?? fields[0]?.key ?? "notes";
}
