import { isRefusedForSpace } from "#platform/server/disk/space-refusal.ts";
import { NoPrimaryError } from "#platform/server/database-address.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { Refusal } from "#platform/server/refusal.ts";

/** What the system and PostgreSQL say by code. */
const BY_CODE = new Map<unknown, string>([
  ["ECONNREFUSED", "Die Datenbank antwortet nicht: Unter ihrer Adresse läuft nichts."],
  ["ENOTFOUND", "Die Datenbank antwortet nicht: Ihre Adresse gibt es nicht."],
  ["EAI_AGAIN", "Die Datenbank antwortet nicht: Ihre Adresse lässt sich gerade nicht auflösen."],
  ["ETIMEDOUT", "Die Datenbank antwortet nicht: Ihre Adresse ist nicht zu erreichen."],
  ["28P01", "Die Datenbank lehnt die Anmeldung ab: Benutzer oder Passwort stimmt nicht."],
  ["28000", "Die Datenbank lehnt die Anmeldung ab."],
  ["3D000", "Die Datenbank gibt es auf diesem Server nicht."],
  ["42501", "Dem Benutzer der Datenbank fehlen Rechte."],
  ["ENOSPC", "Auf dem Datenträger ist kein Platz mehr."],
  ["EACCES", "Der Zugriff auf eine Datei oder einen Ordner ist nicht erlaubt."],
  ["EPERM", "Der Zugriff auf eine Datei oder einen Ordner ist nicht erlaubt."],
  ["EROFS", "Auf den Datenträger lässt sich nicht schreiben."],
]);

/** Returns what a command that failed tells its operator: German, without a stack. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return unknownReason(String(error));
  if (error instanceof Refusal) return error.message;
  if (error instanceof AppError) {
    // What another server said is for whoever runs it, and the operator does.
    const cause = error.cause instanceof Error ? [`(${error.cause.message})`] : [];
    return [error.detail, ...error.errors.map(({ message }) => message), ...cause].join(" ");
  }
  if (error instanceof NoPrimaryError)
    return "Keiner der Server in DATABASE_URL nimmt Schreibzugriffe an: Entweder läuft keiner, oder alle sind Replikate.";
  if (isRefusedForSpace(error))
    return "Auf dem Datenträger der Datenbank ist kein Platz mehr. Bitte machen Sie Platz und rufen Sie den Befehl noch einmal auf.";
  const code = "code" in error ? error.code : undefined;
  return argumentSentence(code, error.message) ?? BY_CODE.get(code) ?? unknownReason(error.message);
}

/** Node names the option in quotes: `Unknown option '--x'`, `Option '--name <value>' …`. */
function argumentSentence(code: unknown, message: string): string | undefined {
  if (typeof code !== "string" || !code.startsWith("ERR_PARSE_ARGS_")) return undefined;
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? "";
  return code === "ERR_PARSE_ARGS_UNKNOWN_OPTION"
    ? `Die Angabe „${option}“ gibt es hier nicht.`
    : `Zu „${option}“ fehlt der Wert, oder es ist einer zu viel.`;
}

function unknownReason(message: string): string {
  return `Das ging nicht, und der Grund ist unbekannt: ${message}\nMehr dazu steht mit LOG_LEVEL=debug da.`;
}
