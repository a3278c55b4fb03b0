/**
 * Specification section 8; 415 is spelt as the product page orders. Other statuses show the raw
 * error message.
 */
const TEXTS: Readonly<Record<number, string>> = {
  401: "Dazu haben Sie nicht die notwendigen Rechte.",
  403: "Dazu haben Sie nicht die notwendigen Rechte.",
  404: "Die angefragte Resource wurde nicht gefunden.",
  409: "Die angefragte Resource existiert bereits.",
  413: "Zu große Anfrage.",
  415: "Fehlerhafte Anfrage.",
  500: "Interner Serverfehler.",
};

/** Without a connection, where nothing was to be saved. */
export const UNREACHABLE =
  "Der Server ist gerade nicht erreichbar. Diese Seite versucht es von selbst wieder.";

/** What is said of a change whose answer was lost. */
export const LOST = {
  checking:
    "Die Antwort des Servers ist ausgeblieben. Ob Ihre Änderung gespeichert ist, wird gerade geprüft.",
  saved: "Die Verbindung war kurz unterbrochen. Ihre Änderung ist gespeichert.",
  answerOnly: "Ihre Änderung ist gespeichert; nur die Antwort ging unterwegs verloren.",
  notArrived:
    "Die Verbindung ist abgebrochen, bevor Ihre Änderung beim Server ankam. Es wurde nichts gespeichert.",
  open: "Der Server antwortet nicht. Ob Ihre Änderung gespeichert ist, wird geprüft, sobald er wieder erreichbar ist.",
  unknown:
    "Die Antwort des Servers ist ausgeblieben. Bitte sehen Sie nach, ob Ihre Änderung gespeichert ist.",
} as const;

/** What the red list says about a failed request. */
export function errorText(status: number, rawMessage: string): string {
  return TEXTS[status] ?? rawMessage;
}
