import { z } from "zod";

/**
 * One table: error code → HTTP status. The German text stands beside it; a module adds its own with
 * `AppError`'s detail.
 */
export const ERROR_CODES = {
  BAD_REQUEST: [400, "Die Anfrage ist nicht in Ordnung."],
  VALIDATION_FAILED: [400, "Einige Angaben fehlen oder sind nicht richtig."],
  UNAUTHENTICATED: [401, "Bitte melden Sie sich an."],
  FORBIDDEN: [403, "Dazu haben Sie nicht die notwendigen Rechte."],
  NOT_FOUND: [404, "Die angefragte Resource wurde nicht gefunden."],
  METHOD_NOT_ALLOWED: [405, "Diese Methode gibt es bei diesem Aufruf nicht."],
  REQUEST_TIMEOUT: [408, "Die Anfrage kam nicht rechtzeitig vollständig an."],
  ALREADY_EXISTS: [409, "Die angefragte Resource existiert bereits."],
  CONFLICT: [409, "Das geht im Augenblick nicht, weil sich etwas anderes geändert hat."],
  STALE_VERSION: [
    412,
    "Der Datensatz wurde inzwischen von jemand anderem geändert. Ihre Eingaben sind noch nicht gespeichert.",
  ],
  TOO_LARGE: [413, "Zu große Anfrage."],
  UNSUPPORTED_TYPE: [415, "Fehlerhafte Anfrage."],
  INVALID_VALUES: [422, "Einige Angaben fehlen oder sind nicht richtig."],
  UNPROCESSABLE: [422, "Die Angaben sind verständlich, lassen sich aber so nicht ausführen."],
  TOO_MANY_REQUESTS: [429, "Zu viele Versuche. Bitte warten Sie einen Augenblick."],
  HEADERS_TOO_LARGE: [431, "Die Kopfzeilen der Anfrage sind zu lang."],
  INTERNAL: [500, "Interner Serverfehler."],
  UNAVAILABLE: [
    503,
    "Der Dienst ist gerade nicht erreichbar. Es wurde nichts gespeichert. Bitte versuchen Sie es gleich noch einmal.",
  ],
  STORE_FULL: [507, "Der Speicherplatz ist voll. Die Datei wurde nicht gespeichert."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERROR_CODES;

export const fieldError = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** RFC 9457 problem document with our extensions. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** Stable, UPPER_CASE; may be more specific than the table, e.g. `LAST_ADMIN`. */
  code: z.string(),
  /** German, for people. */
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(fieldError).default([]),
  /** With 412: the record as it is now. */
  current: z.unknown().optional(),
});
export type Problem = z.infer<typeof problem>;
