/**
 * What can be read, and how it may be written. Plain lists, so that the reader's workers load
 * nothing else.
 */
export const TABLE_FORMATS = ["CSV", "XLSX", "JSON", "VCARD"] as const;
export const DELIMITERS = [";", ",", "\t", "|"] as const;
/** MACINTOSH: of Excel on old Macs. IBM850: of programs that come from the days of DOS. */
export const ENCODINGS = [
  "UTF-8",
  "WINDOWS-1252",
  "UTF-16LE",
  "UTF-16BE",
  "MACINTOSH",
  "IBM850",
] as const;
/** In which order days are written where it can be doubted: `03/04/1990`. */
export const DATE_ORDERS = ["DMY", "MDY", "YMD"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
export type Encoding = (typeof ENCODINGS)[number];
export type Delimiter = (typeof DELIMITERS)[number];

/** Largest file an import takes. */
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024;
