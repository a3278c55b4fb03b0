import { z } from "zod";
import { shownAs } from "./json-schema.ts";

/** A record's id: a time-ordered UUID; capitals mean the same. */
export const id = z.uuid().toLowerCase();
const NO_DATE = "Dieses Datum gibt es nicht oder es ist nicht vollständig.";
function hasYear(day: string): boolean {
  return !day.startsWith("0000");
}
/** A calendar date, `2026-12-24`; the database knows no year 0. */
export const date = z.iso.date({ error: NO_DATE }).refine(hasYear, { error: NO_DATE });
/**
 * A point in time with offset, `2026-12-24T18:30:00+01:00`. The specification's callers leave the
 * seconds out and write the offset without its colon (`2026-12-24T18:30+0100`): both are completed
 * as they come in.
 */
export const dateTime = z
  .string()
  .meta({ format: "date-time" })
  .transform((value) =>
    value
      .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?!:)/, "$1:00")
      .replace(/([+-]\d\d)(\d\d)$/, "$1:$2"),
  )
  .pipe(
    z.iso
      .datetime({ offset: true, error: "Dieser Zeitpunkt ist nicht lesbar." })
      .refine(hasYear, { error: "Dieser Zeitpunkt ist nicht lesbar." }),
  );
/** The largest number that a column of the database holds. */
export const MOST_INT = 2_147_483_647;
/** A number that the database counts up from 1. */
export const serial = z.int().min(1).max(MOST_INT);
/**
 * Number of the record's state; a PUT sends the one it read (optimistic locking, 412 when stale).
 */
export const version = z.int().min(1).max(MOST_INT);

/** A whole number in an address: plain decimal, without sign, blanks or leading noughts. */
export function queryNumber(min: number, max: number = MOST_INT) {
  const error = `Bitte eine ganze Zahl von ${min} bis ${max}.`;
  const number = z.int().min(min).max(max);
  // Callers in this program give numbers; what comes over the wire is text.
  return z
    .union(
      [
        z
          .string()
          .regex(/^(?:0|[1-9]\d{0,9})$/)
          .transform(Number)
          .pipe(number),
        number,
      ],
      {
        error,
      },
    )
    .register(shownAs, { type: "integer", minimum: min, maximum: max });
}

/** The bytes of a file in a form. */
export const filePart = z.file().register(shownAs, { type: "string", format: "binary" });

/** Yes or no in an address. */
export function queryFlag() {
  return z
    .stringbool({
      truthy: ["true"],
      falsy: ["false"],
      case: "sensitive",
      error: "Bitte true oder false.",
    })
    .register(shownAs, { type: "boolean" });
}
/**
 * What the reader may do with a record, by the words of its kind: the server says it with each
 * record, so that pages never derive rights themselves.
 */
export function can<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.array(z.enum(words));
}

// oxlint-disable no-control-regex -- control characters are what is refused here
const CONTROL = /[\u0000-\u001f\u007f]/;
const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;
const LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;
// oxlint-enable no-control-regex

/** Returns true for a text with control characters, line breaks among them, or half a character. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text) || !text.isWellFormed();
}

/**
 * A text as people type it: NFC, without control characters; `\n` only where `multiline`.
 * Comes back unchanged apart from that: nothing is trimmed or escaped.
 */
export function text(maxLength: number, { multiline = false } = {}) {
  const error = "Enthält Zeichen, die hier nicht erlaubt sind.";
  return z
    .string()
    .max(maxLength, {
      error: `Bitte höchstens ${maxLength.toLocaleString("de")} Zeichen.`,
      abort: true,
    })
    .regex(multiline ? LINES : ONE_LINE, { error, abort: true })
    .refine((value) => value.isWellFormed(), { error, abort: true })
    .normalize("NFC");
}

/** A sign that can be seen; blanks by the widest of the lists that languages have of them. */
const VISIBLE = /[^\s\u0085\ufeff]/;

/** A text that must say something. */
export function requiredText(maxLength: number, options?: { multiline?: boolean }) {
  return text(maxLength, options).regex(VISIBLE, { error: "Bitte ausfüllen." });
}

/** Empty or absent means null: a PUT replaces the record as a whole. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));
}

/** An address on the web that is only asked for over TLS; the interface's document says so too. */
export function webAddress(maxLength: number) {
  return z
    .url({ protocol: /^https$/, error: "Bitte eine Adresse angeben, die mit https:// beginnt." })
    .max(maxLength)
    .meta({ pattern: "^[Hh][Tt][Tt][Pp][Ss]://" });
}

export const idParams = z.strictObject({ id });
