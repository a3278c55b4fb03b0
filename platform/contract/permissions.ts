/**
 * All permission names of the product (design: permissions table). The order is the order of
 * display.
 */
export const PERMISSIONS = [
  "QUERY_USER",
  "MANAGE_USER",
  "QUERY_GROUP",
  "MANAGE_GROUP",
  "QUERY_USER_CHANGELOG",
  "MANAGE_IMPORTS",
  "MANAGE_EXPORTS",
  "QUERY_FILESHARE",
  "MANAGE_FILESHARE",
  "QUERY_IMAGESHARE",
  "MANAGE_IMAGESHARE",
  "QUERY_CALENDAR",
  "MANAGE_CALENDAR",
  "SEND_MESSAGE",
  "MANAGE_TENANT",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** German labels; a permission without one does not compile. */
export const PERMISSION_LABELS: Record<Permission, string> = {
  QUERY_USER: "Mitglieder sehen",
  MANAGE_USER: "Mitglieder verwalten",
  QUERY_GROUP: "Gruppen sehen",
  MANAGE_GROUP: "Gruppen verwalten",
  QUERY_USER_CHANGELOG: "Änderungshistorie sehen",
  MANAGE_IMPORTS: "Importe verwalten",
  MANAGE_EXPORTS: "Exporte verwalten",
  QUERY_FILESHARE: "Dokumente sehen",
  MANAGE_FILESHARE: "Dokumentablagen verwalten",
  QUERY_IMAGESHARE: "Bilder sehen",
  MANAGE_IMAGESHARE: "Bildergalerien verwalten",
  QUERY_CALENDAR: "Kalender sehen",
  MANAGE_CALENDAR: "Kalender verwalten",
  SEND_MESSAGE: "Nachrichten an alle schreiben",
  MANAGE_TENANT: "Einstellungen des Vereins ändern",
};
