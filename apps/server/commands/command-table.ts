import type { ParseArgsOptionsConfig } from "node:util";
import type { Command } from "./command.ts";

/**
 * One of the operator's commands as the help lists it. What it needs is loaded when it is called:
 * help, wrong calls and refusals answer at once.
 */
export interface CommandEntry {
  /** The words that call it. */
  name: string;
  /** What follows them; `|` between words of which one is given. */
  usage?: string;
  /** What it does, German. */
  help: string;
  /** What is missing when a parameter is: a German sentence for each one that must be given. */
  parameters: readonly string[];
  /** So many more may follow. */
  optional?: number;
  options?: ParseArgsOptionsConfig;
  /** It may begin an installation; the others are refused where there is none. */
  begins?: boolean;
  load(): Promise<Command>;
}

const TENANT = "Der Name des Vereins fehlt.";
const ON_OFF = "Es fehlt, ob die Wartung beginnt (on) oder endet (off).";
const LOGIN = "Der Benutzername fehlt (oder Mitgliedsnummer oder E-Mail-Adresse).";
const JSON_OPTION = { json: { type: "boolean" } } as const;

/** In the order of the help. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: "tenant create",
    usage: "NAME [--display-name NAME]",
    help: "Legt einen Verein an.",
    parameters: [TENANT],
    options: { "display-name": { type: "string" } },
    begins: true,
    load: async () => (await import("./create-tenant.ts")).createTenant,
  },
  {
    name: "tenant list",
    usage: "[--json]",
    help: "Zeigt alle Vereine: Name, Zustand, angelegt, zuletzt benutzt, Mitglieder, Dateien, erlaubt, Anzeigename.",
    parameters: [],
    options: JSON_OPTION,
    load: async () => (await import("./tenants.ts")).list,
  },
  {
    name: "tenant rename",
    usage: "NAME NEU",
    help: "Ändert den Namen, und damit alle Adressen des Vereins.",
    parameters: [TENANT, "Der neue Name fehlt."],
    load: async () => (await import("./tenants.ts")).rename,
  },
  {
    name: "tenant suspend",
    usage: "NAME",
    help: "Schaltet einen Verein ab; seine Daten bleiben.",
    parameters: [TENANT],
    load: async () => (await import("./tenants.ts")).suspend,
  },
  {
    name: "tenant resume",
    usage: "NAME",
    help: "Schaltet ihn wieder ein.",
    parameters: [TENANT],
    load: async () => (await import("./tenants.ts")).resume,
  },
  {
    name: "tenant quota",
    usage: "NAME GRÖSSE|none",
    help: "Begrenzt, wie viel die Dateien des Vereins zusammen belegen dürfen: 5GB, 500MB …; none hebt es auf.",
    parameters: [TENANT, "Die Größe fehlt: 5GB, 500MB … oder none."],
    load: async () => (await import("./quota.ts")).quota,
  },
  {
    name: "tenant maintenance",
    usage: "NAME on|off [TEXT]",
    help: "Zeigt allen im Verein eine Seite, bis die Wartung endet; Mails und Arbeit im Hintergrund warten so lange.",
    parameters: [TENANT, ON_OFF],
    optional: 1,
    load: async () => (await import("./maintenance.ts")).maintenance,
  },
  {
    name: "tenant delete",
    usage: "NAME --yes",
    help: "Löscht alles, was dem Verein gehört.",
    parameters: [TENANT],
    options: { yes: { type: "boolean" } },
    load: async () => (await import("./delete-tenant.ts")).deleteTenant,
  },
  {
    name: "tenant export",
    usage: "NAME DATEI",
    help: "Schreibt den Verein mit allem, was ihm gehört, in eine Datei für eine andere Installation.",
    parameters: [TENANT, "Die Datei fehlt, in die der Verein geschrieben werden soll."],
    load: async () => (await import("./move-tenant.ts")).exportTenant,
  },
  {
    name: "tenant import",
    usage: "DATEI [--name NEU]",
    help: "Nimmt einen Verein aus einer anderen Installation neben den anderen auf, auf Wunsch unter neuem Namen.",
    parameters: ["Die Datei mit dem Verein fehlt."],
    options: { name: { type: "string" } },
    begins: true,
    load: async () => (await import("./move-tenant.ts")).importTenant,
  },
  {
    name: "tenant restore",
    usage: "DATEI NAME [--name NEU]",
    help: "Holt einen Verein aus einer ganzen Sicherung zurück, neben den anderen, auf Wunsch unter neuem Namen.",
    parameters: ["Die Datei der Sicherung fehlt.", TENANT],
    options: { name: { type: "string" } },
    load: async () => (await import("./restore-tenant.ts")).restoreTenant,
  },
  {
    name: "user create-admin",
    usage: "NAME E-MAIL [--firstname X] [--lastname Y]",
    help: "Legt jemanden mit allen Rechten an. Das Passwort kommt aus ADMIN_PASSWORD, sonst wird eines erzeugt und gezeigt.",
    parameters: [TENANT, "Die E-Mail-Adresse fehlt."],
    options: { firstname: { type: "string" }, lastname: { type: "string" } },
    load: async () => (await import("./create-admin.ts")).createAdmin,
  },
  {
    name: "user list",
    usage: "NAME [--json]",
    help: "Zeigt alle Zugänge: Benutzername, Name, Zustand, Administrator, zweiter Faktor, zuletzt gesehen.",
    parameters: [TENANT],
    options: JSON_OPTION,
    load: async () => (await import("./users.ts")).listUsers,
  },
  {
    name: "user reset-password",
    usage: "NAME LOGIN [--without-second-factor] [--enable]",
    help: "Setzt ein neues Passwort, aus ADMIN_PASSWORD oder erzeugt; Anmeldungen enden. LOGIN ist Benutzername, Mitgliedsnummer oder Adresse.",
    parameters: [TENANT, LOGIN],
    options: { "without-second-factor": { type: "boolean" }, enable: { type: "boolean" } },
    load: async () => (await import("./users.ts")).resetPassword,
  },
  {
    name: "user make-admin",
    usage: "NAME LOGIN",
    help: "Gibt jemandem, der einen Zugang hat, alle Rechte.",
    parameters: [TENANT, LOGIN],
    load: async () => (await import("./users.ts")).makeAdmin,
  },
  {
    name: "maintenance",
    usage: "on|off [TEXT]",
    help: "Dasselbe für alle Vereine der Installation.",
    parameters: [ON_OFF],
    optional: 1,
    load: async () => (await import("./maintenance.ts")).maintenanceOfAll,
  },
  {
    name: "backup",
    usage: "DATEI|ORDNER [--json]",
    help: "Sichert die ganze Installation in eine Datei; der Server darf dabei laufen.",
    parameters: ["Die Datei oder der Ordner fehlt, wohin gesichert werden soll."],
    options: JSON_OPTION,
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    usage: "DATEI [--check [--json]]",
    help: "Spielt eine Sicherung in eine leere Installation ein. Mit --check wird sie nur geprüft.",
    parameters: ["Die Datei der Sicherung fehlt."],
    options: { check: { type: "boolean" }, ...JSON_OPTION },
    begins: true,
    load: async () => (await import("./restore.ts")).restore,
  },
  {
    name: "check",
    usage: "[--deep] [--json]",
    help: "Vergleicht Zeilen, Verweise und Dateien miteinander; mit --deep wird jede Datei gelesen. Ändert nichts.",
    parameters: [],
    options: { deep: { type: "boolean" }, ...JSON_OPTION },
    load: async () => (await import("./check.ts")).check,
  },
];
