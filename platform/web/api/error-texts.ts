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

export const UNREACHABLE =
  "Der Server ist gerade nicht erreichbar. Es wurde nichts gespeichert. Diese Seite versucht es von selbst wieder.";

/** What the red list says about a failed request. */
export function errorText(status: number, rawMessage: string): string {
  if (status === 0 || status === 502 || status === 503 || status === 504) return UNREACHABLE;
  return TEXTS[status] ?? rawMessage;
}
