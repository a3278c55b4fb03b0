import type { FormErrors } from "@mantine/form";
import type { CustomField } from "../contract.ts";

export const KIND_LABELS: Record<CustomField["kind"], string> = {
  TEXT: "Text",
  NUMBER: "Zahl",
  DATE: "Datum",
  BOOLEAN: "Ja oder nein",
  CHOICE: "Auswahl",
  MULTI_CHOICE: "Mehrfachauswahl",
};

export const CUSTOM_FIELD_LABELS = {
  label: "Bezeichnung",
  kind: "Art",
  options: "Einträge",
  required: "Pflichtfeld",
  selfService: "Mitglieder pflegen das Feld selbst",
  key: "Schlüssel",
} as const;

export interface CustomFieldValues extends Record<string, unknown> {
  label: string;
  kind: CustomField["kind"];
  options: string[];
  required: boolean;
  selfService: boolean;
}

export const NEW_FIELD: CustomFieldValues = {
  label: "",
  kind: "TEXT",
  options: [],
  required: false,
  selfService: false,
};

export function valuesOf({
  label,
  kind,
  options,
  required,
  selfService,
}: CustomField): CustomFieldValues {
  return { label, kind, options, required, selfService };
}

export function hasOptions(kind: CustomField["kind"]): boolean {
  return kind === "CHOICE" || kind === "MULTI_CHOICE";
}

export function validateField(values: CustomFieldValues): FormErrors {
  return {
    ...(values.label.trim() === "" && { label: "Bitte geben Sie dem Feld eine Bezeichnung." }),
    ...(hasOptions(values.kind) &&
      values.options.length === 0 && { options: "Bitte geben Sie mindestens einen Eintrag an." }),
  };
}

/**
 * A stable name made of the label: `Trikotgröße` → `trikotgroesse`; a number is added where it is
 * taken.
 */
export function keyOf(label: string, taken: readonly string[]): string {
  const plain = label
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 34);
  const base = plain === "" ? "feld" : plain;
  if (!taken.includes(base)) return base;
  let number = 2;
  while (taken.includes(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

export function shownFieldValue(_field: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (Array.isArray(value)) return value.length === 0 ? "leer" : value.join(", ");
  return value === "" ? "leer" : String(value);
}
