import type { DetectedTable, TableOptions } from "../../../mapping-contract.ts";

export const FORMAT_LABELS: Record<DetectedTable["format"], string> = {
  CSV: "CSV (Text)",
  XLSX: "Excel (XLSX)",
  JSON: "JSON",
  VCARD: "vCard",
};

export const DELIMITER_LABELS: Record<NonNullable<DetectedTable["delimiter"]>, string> = {
  ";": "Semikolon",
  ",": "Komma",
  "\t": "Tabulator",
  "|": "Senkrechter Strich",
};

export const ENCODING_LABELS: Record<NonNullable<DetectedTable["encoding"]>, string> = {
  "UTF-8": "UTF-8",
  "WINDOWS-1252": "Windows (1252)",
  "UTF-16LE": "UTF-16 (LE)",
  "UTF-16BE": "UTF-16 (BE)",
  MACINTOSH: "Mac (alt)",
  IBM850: "DOS (850)",
};

export const DATE_ORDER_LABELS: Record<DetectedTable["dateOrder"], string> = {
  DMY: "Tag, Monat, Jahr",
  MDY: "Monat, Tag, Jahr",
  YMD: "Jahr, Monat, Tag",
};

/** `CSV (Text), Semikolon, Windows (1252), Spaltennamen in Zeile 3` */
export function detectedWords(detected: DetectedTable): string {
  return [
    FORMAT_LABELS[detected.format],
    detected.sheet !== null && `Blatt „${detected.sheet}“`,
    detected.delimiter !== null && DELIMITER_LABELS[detected.delimiter],
    detected.encoding !== null && ENCODING_LABELS[detected.encoding],
    detected.headerRow !== null &&
      (detected.headerRow === 0
        ? "ohne Spaltennamen"
        : `Spaltennamen in Zeile ${detected.headerRow}`),
    `Tage als ${DATE_ORDER_LABELS[detected.dateOrder]}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** The options with one changed; what is null is detected again. */
export function withOption<K extends keyof TableOptions>(
  options: TableOptions,
  key: K,
  value: TableOptions[K],
): TableOptions {
  return { ...options, [key]: value };
}
