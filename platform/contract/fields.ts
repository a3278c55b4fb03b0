import { z } from "zod";

/** A record's id: a time-ordered UUID. */
export const id = z.uuid();
/** A calendar date, `2026-12-24`. */
export const date = z.iso.date({
  error: "Dieses Datum gibt es nicht oder es ist nicht vollständig.",
});
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
  .pipe(z.iso.datetime({ offset: true, error: "Dieser Zeitpunkt ist nicht lesbar." }));
/**
 * Number of the record's state; a PUT sends the one it read (optimistic locking, 412 when stale).
 */
export const version = z.int().min(1);
/**
 * What the reader may do with a record, by the words of its kind: the server says it with each
 * record, so that pages never derive rights themselves.
 */
export function can<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.array(z.enum(words));
}

// oxlint-disable no-control-regex -- control characters are what is refused here
const CONTROL = /[\u0000-\u001f\u007f]/;
const CONTROL_BUT_WHITE_SPACE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
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
  const forbidden = multiline ? CONTROL_BUT_WHITE_SPACE : CONTROL;
  return z
    .string()
    .max(maxLength, {
      error: `Bitte höchstens ${maxLength.toLocaleString("de")} Zeichen.`,
      abort: true,
    })
    .refine((value) => !forbidden.test(value) && value.isWellFormed(), {
      error: "Enthält Zeichen, die hier nicht erlaubt sind.",
      abort: true,
    })
    .normalize("NFC");
}

/** A text that must say something. */
export function requiredText(maxLength: number, options?: { multiline?: boolean }) {
  return text(maxLength, options).refine((value) => value.trim() !== "", {
    error: "Bitte ausfüllen.",
  });
}

/** Empty or absent means null: a PUT replaces the record as a whole. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));
}

export const idParams = z.strictObject({ id });
