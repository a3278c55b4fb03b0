import { plural } from "#platform/web/format/format.ts";
import type { Transform } from "../../../mapping-contract.ts";

export type TransformKind = Transform["kind"];

/** In the order in which they are offered. */
export const TRANSFORM_LABELS: Record<TransformKind, string> = {
  VALUES: "Wertetabelle",
  CONSTANT: "Fester Wert",
  SPLIT: "Teil des Textes",
  JOIN: "Zusammenfügen",
  DATE: "Datum",
  NUMBER: "Zahl",
  TRIM: "Leerzeichen am Rand entfernen",
  UPPER: "In Großbuchstaben",
  LOWER: "In Kleinbuchstaben",
};

export const TRANSFORM_KINDS = Object.keys(TRANSFORM_LABELS) as TransformKind[];

/** A new transformation with what is most often meant. */
export function newTransform(
  kind: TransformKind,
  isExport: boolean,
  choices: readonly { value: string; label: string }[] = [],
): Transform {
  switch (kind) {
    case "VALUES":
      // An export begins with all that may stand there; what an import's file may say nobody knows.
      return {
        kind,
        values:
          isExport && choices.length > 0
            ? choices.map(({ value, label }) => ({ from: value, to: label }))
            : [{ from: "", to: "" }],
        otherwise: "KEEP",
      };
    case "CONSTANT":
      return { kind, value: "", onlyWhenEmpty: false };
    case "SPLIT":
      return { kind, separator: " ", part: 1, rest: false };
    case "JOIN":
      return { kind, with: [], separator: " " };
    case "DATE":
      return { kind, format: isExport ? "DD.MM.YYYY" : "DMY" };
    case "NUMBER":
      return { kind, decimal: ",", factor: 1, places: null };
    default:
      return { kind };
  }
}

const DAY_ORDERS: Readonly<Record<string, string>> = {
  DMY: "Tag, Monat, Jahr",
  MDY: "Monat, Tag, Jahr",
  YMD: "Jahr, Monat, Tag",
};

/** A transformation in a few words, for the button that opens it. */
export function transformWords(transform: Transform): string {
  switch (transform.kind) {
    case "VALUES":
      return `Wertetabelle mit ${plural(transform.values.length, "Wert", "Werten")}`;
    case "CONSTANT":
      return transform.onlyWhenEmpty
        ? `wenn leer: „${transform.value}“`
        : `immer „${transform.value}“`;
    case "SPLIT":
      return `${partWords(transform.part, transform.rest)} an ${separatorWords(transform.separator)}`;
    case "JOIN":
      return `zusammen mit ${transform.with.join(", ")}`;
    case "DATE":
      return `Datum: ${DAY_ORDERS[transform.format] ?? transform.format}`;
    case "NUMBER":
      return transform.factor === 1
        ? `Zahl mit „${transform.decimal}“`
        : `Zahl × ${String(transform.factor).replace(".", ",")}`;
    default:
      return TRANSFORM_LABELS[transform.kind];
  }
}

function partWords(part: number, rest: boolean): string {
  const which =
    part === -1 ? "letzter Teil" : part < 0 ? `${-part}. Teil von hinten` : `${part}. Teil`;
  return rest ? `${which} und der Rest` : which;
}

function separatorWords(separator: string): string {
  return separator === " "
    ? "Leerzeichen getrennt"
    : separator === "\n"
      ? "Zeilenwechseln getrennt"
      : `„${separator}“ getrennt`;
}

/** The German sentence why a transformation does not work yet. */
export function transformProblem(transform: Transform): string | undefined {
  if (transform.kind === "JOIN" && transform.with.length === 0)
    return "Bitte wählen Sie, womit zusammengefügt wird.";
  if (transform.kind === "SPLIT" && transform.separator === "")
    return "Bitte geben Sie an, woran getrennt wird.";
  if (transform.kind === "VALUES" && transform.values.every((value) => value.from.trim() === ""))
    return "Bitte tragen Sie wenigstens einen Wert ein.";
  if (transform.kind === "DATE" && transform.format.trim() === "")
    return "Bitte geben Sie das Muster an.";
  return undefined;
}
