import type { Page } from "playwright-core";

/**
 * Address and beginning of the title. Words in braces stand for records of the demo club; a title
 * of null means that the record names the page.
 */
export type PageToCheck = readonly [path: string, title: string | null];

/** Members, their groups, and what concerns the club as a whole. */
export const PAGES_OF_PEOPLE: readonly PageToCheck[] = [
  ["/", "Home"],
  ["/users", "Mitglieder"],
  ["/users/{user}", null],
  ["/users/{user}/edit", null],
  ["/users/{user}/data-sheet", null],
  ["/users/{user}/delete", null],
  ["/users/due-deletions", "Fällige Löschungen"],
  ["/users/create", "Neues Mitglied anlegen"],
  ["/users/sync", "Nutzer Import"],
  ["/users/history", "Änderungshistorie"],
  ["/users/trash", "Papierkorb"],
  ["/users/jubilees", "Geburtstage und Jubiläen"],
  ["/groups", "Gruppen Übersicht"],
  ["/groups/create", "Neue Gruppe anlegen"],
  ["/groups/{group}", null],
  ["/groups/{group}/edit", null],
  ["/profile", "Mein Profil"],
  ["/mapping-config/create", "Feldzuordnung anlegen"],
  ["/mapping-config/create?isExport=true", "Feldzuordnung anlegen"],
  ["/export", "Export Ziele"],
  ["/export?tab=runs", "Export Ziele"],
  ["/export/create", "Ziel anlegen"],
  ["/import", "Import Quellen"],
  ["/import?tab=mappings", "Import Quellen"],
  ["/import/create", "Quelle anlegen"],
  ["/settings", "Einstellungen"],
  ["/settings/fields/create", null],
  ["/settings/fields/{field}", null],
];

/** Messages, events, files, and pages that everybody has. */
export const PAGES_OF_CONTENT: readonly PageToCheck[] = [
  ["/messaging", "Nachrichten"],
  ["/messaging?box=sent", "Nachrichten"],
  ["/messaging?box=drafts", "Nachrichten"],
  ["/messaging/{message}", null],
  ["/messaging/018f0000-0000-7000-8000-000000000000", "Nachrichten"],
  ["/messaging/compose", "Neue Nachricht"],
  ["/calendars", "Kalender"],
  ["/calendars?view=week", "Kalender"],
  ["/calendars?view=year", "Kalender"],
  ["/calendars/create", "Kalender anlegen"],
  ["/calendars/events/create", "Termin anlegen"],
  ["/calendars/events/{event}", null],
  ["/calendars/events/{event}/edit", null],
  ["/calendars/import", "Termine importieren"],
  ["/calendars/invitations", "Meine Einladungen"],
  ["/file-shares", "Dokumente"],
  ["/file-shares/create", "Neue Ablage anlegen"],
  ["/file-shares/{share}", null],
  ["/file-share/{share}/edit", null],
  ["/file-share/{share}/trash", "Papierkorb"],
  ["/images-shares", "Bilder"],
  ["/images-shares/create", null],
  ["/images-shares/{gallery}", null],
  ["/public/invitation/unbekannt", "Einladung beantworten"],
  ["/public/message-mail/unbekannt", "E-Mails zu Nachrichten"],
  ["/error", "Fehler"],
  ["/tables", "Tabellen"],
  ["/forms", "Formulare"],
  ["/ui", "Bausteine"],
  ["/responsive", "Bildschirmgrößen"],
];

/** Where links to a record of each kind stand, and what they begin with. */
const LISTS: Readonly<Record<string, readonly [list: string, start: string]>> = {
  user: ["/users", "/users/"],
  group: ["/groups", "/groups/"],
  message: ["/messaging", "/messaging/"],
  event: ["/calendars?view=list", "/calendars/events/"],
  share: ["/file-shares", "/file-shares/"],
  gallery: ["/images-shares", "/images-shares/"],
  field: ["/settings", "/settings/fields/"],
};

const KIND = /\{(\w+)\}/;

/** Returns a function that puts records of the demo club into the addresses of these pages. */
export async function withRecords(
  page: Page,
  pages: readonly PageToCheck[],
): Promise<(path: string) => string> {
  const records = new Map<string, string>();
  for (const kind of new Set(pages.flatMap(([path]) => KIND.exec(path)?.[1] ?? [])))
    records.set(kind, await firstRecord(page, kind));
  return (path) => path.replace(KIND, (_, kind: string) => records.get(kind) ?? "none");
}

/** Returns the id of the first record that the kind's list links to. */
async function firstRecord(page: Page, kind: string): Promise<string> {
  const [list, start] = LISTS[kind] ?? ["/", "/"];
  await page.goto(list);
  const href = await page.locator(`main a[href^="${start}0"]`).first().getAttribute("href");
  return href?.slice(start.length).replace(/[?#/].*$/, "") ?? "";
}
