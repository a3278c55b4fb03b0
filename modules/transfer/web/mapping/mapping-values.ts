import type { FormErrors } from "@mantine/form";
import { plural } from "#platform/web/format/format.ts";
import type { MappingConfig, MappingEntry } from "../../mapping-contract.ts";
import type { Field } from "./FieldSelect.tsx";
import { transformProblem } from "./transforms/transform-words.ts";

/** An entry with a name of its own, so that it stays itself while it is moved. */
export interface KeyedEntry {
  key: string;
  entry: MappingEntry;
}

export interface MappingValues extends Record<string, unknown> {
  name: string;
  entries: KeyedEntry[];
}

export function valuesOf(config: Pick<MappingConfig, "name" | "entries">): MappingValues {
  return { name: config.name, entries: config.entries.map(withKey) };
}

export function withKey(entry: MappingEntry): KeyedEntry {
  return { key: crypto.randomUUID(), entry };
}

/** An export's column for a member field, under the field's own name. */
export function exportEntry(field: Pick<Field, "key" | "name">): MappingEntry {
  return { sourceField: field.key, targetField: field.name, transforms: [] };
}

export function isConstant(entry: MappingEntry): boolean {
  return entry.sourceField === "";
}

/** A column with the same text in every row. */
export const FIXED_COLUMN: MappingEntry = {
  sourceField: "",
  targetField: "",
  transforms: [{ kind: "CONSTANT", value: "", onlyWhenEmpty: false }],
};

export function validateMapping(values: MappingValues, isExport: boolean): FormErrors {
  const errors: Record<string, string> = {};
  if (values.name.trim() === "") errors["name"] = "Bitte geben Sie der Zuordnung einen Namen.";
  if (values.entries.length === 0)
    errors["entries"] = isExport
      ? "Bitte fügen Sie wenigstens eine Spalte hinzu."
      : "Bitte fügen Sie wenigstens ein Feld hinzu.";
  for (const [index, { entry }] of values.entries.entries()) {
    const problem = entryProblem(entry, isExport);
    if (problem !== undefined) errors[`entries.${index}`] = problem;
  }
  return errors;
}

function entryProblem(entry: MappingEntry, isExport: boolean): string | undefined {
  const hasConstant = entry.transforms.some((transform) => transform.kind === "CONSTANT");
  if (entry.targetField.trim() === "")
    return isExport
      ? "Die Spalte braucht einen Namen."
      : "Bitte wählen Sie, welches Feld gefüllt wird.";
  if (entry.sourceField.trim() === "" && !hasConstant)
    return isExport ? "Bitte wählen Sie ein Feld." : "Bitte geben Sie den Namen der Spalte an.";
  return entry.transforms.map(transformProblem).find((problem) => problem !== undefined);
}

/** Names of the places where the server or the page finds fault. */
export function mappingLabels(values: MappingValues): Record<string, string> {
  const places = values.entries.flatMap(({ entry }, index) => {
    const name = entry.targetField || entry.sourceField || `Stelle ${index + 1}`;
    return ["", ".sourceField", ".targetField", ".transforms"].map((part) => [
      `entries.${index}${part}`,
      name,
    ]);
  });
  return { name: "Name", entries: "Spalten", ...Object.fromEntries(places) };
}

/** For the choice after a conflict. */
export function shownMappingValue(field: string, value: unknown): string {
  if (field !== "entries") return String(value);
  const entries = value as KeyedEntry[];
  return `${plural(entries.length, "Eintrag", "Einträge")}: ${entries.map(({ entry }) => entry.targetField).join(", ")}`;
}
