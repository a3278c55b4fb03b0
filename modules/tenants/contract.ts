import { z } from "zod";
import { id, idParams, optional, requiredText, text, version } from "#platform/contract/fields.ts";
import { room } from "#platform/contract/room.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";

/** A tenant's name: a DNS label; it is part of addresses and of every token's issuer. */
export const tenantName = z
  .string()
  .min(2)
  .max(63)
  .regex(
    /^[a-z0-9](-?[a-z0-9])*$/,
    "Nur Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen.",
  );

/** Names that are, or may become, something else in an address. */
export const RESERVED_TENANT_NAMES = new Set([
  "admin",
  "api",
  "app",
  "assets",
  "auth",
  "health",
  "help",
  "hilfe",
  "imap",
  "invitation",
  "localhost",
  "login",
  "mail",
  "master",
  "message-mail",
  "metrics",
  "ns1",
  "ns2",
  "public",
  "realms",
  "smtp",
  "static",
  "status",
  "support",
  "system",
  "test-",
  "vereinsheim",
  "www",
]);

/** The highest limit of guests that a club may choose. */
export const MOST_GUESTS = 5_000;

/** The Länder by their ISO 3166-2 codes, in German order of their names. */
export const REGION_LABELS = {
  BW: "Baden-Württemberg",
  BY: "Bayern",
  BE: "Berlin",
  BB: "Brandenburg",
  HB: "Bremen",
  HH: "Hamburg",
  HE: "Hessen",
  MV: "Mecklenburg-Vorpommern",
  NI: "Niedersachsen",
  NW: "Nordrhein-Westfalen",
  RP: "Rheinland-Pfalz",
  SL: "Saarland",
  SN: "Sachsen",
  ST: "Sachsen-Anhalt",
  SH: "Schleswig-Holstein",
  TH: "Thüringen",
} as const;
export type Region = keyof typeof REGION_LABELS;
export const REGIONS = Object.keys(REGION_LABELS) as Region[];

const accentColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "Bitte eine Farbe wie #2f6f5e angeben.")
  .transform((value) => value.toLowerCase());
const timeZone = z.string().max(60).refine(isTimeZone, { error: "Diese Zeitzone gibt es nicht." });

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("de", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** What pages without login show of a club. */
export const publicTenant = z.object({
  name: z.string(),
  displayName: z.string(),
  accentColor: z.string(),
  timeZone: z.string(),
  hasLogo: z.boolean(),
  /** Changes with the logo; part of its address so that it may be cached. */
  logoVersion: z.string().nullable(),
});
export type PublicTenant = z.infer<typeof publicTenant>;

export const tenant = publicTenant.extend({
  id,
  /** Days in the trash until a member is anonymised. */
  trashDays: z.int(),
  /** Months after leaving until a member is due for deletion; null: never proposed. */
  retentionMonths: z.int().nullable(),
  /** Most guests that an event may have; 0: nobody can invite guests. */
  guestsPerEvent: z.int(),
  /** Most guests that a person may invite on one day; 0: nobody can invite guests. */
  guestsPerDay: z.int(),
  /** Shown as sender beside the installation's address; null: the display name. */
  mailSenderName: z.string().nullable(),
  mailReplyTo: z.string().nullable(),
  /** The Land whose holidays the calendar shows; null: none. */
  region: z.enum(REGIONS).nullable(),
  version,
});
export type Tenant = z.infer<typeof tenant>;

const guestLimit = z.int().min(0).max(MOST_GUESTS).default(200);

export const tenantInput = z.strictObject({
  displayName: requiredText(120),
  accentColor,
  timeZone,
  trashDays: z.int().min(1).max(3650),
  retentionMonths: optional(z.int().min(1).max(1200)),
  guestsPerEvent: guestLimit,
  guestsPerDay: guestLimit,
  mailSenderName: optional(text(80)),
  mailReplyTo: optional(z.email("Bitte eine vollständige E-Mail-Adresse angeben.").max(254)),
  region: optional(z.enum(REGIONS)),
  version,
});

export const CUSTOM_FIELD_KINDS = [
  "TEXT",
  "NUMBER",
  "DATE",
  "BOOLEAN",
  "CHOICE",
  "MULTI_CHOICE",
] as const;

export const customField = z.object({
  id,
  /** Stable name in `customFields` of a member and in `cf.{key}` filters. */
  key: z.string(),
  label: z.string(),
  kind: z.enum(CUSTOM_FIELD_KINDS),
  /** The choices, for CHOICE and MULTI_CHOICE. */
  options: z.array(z.string()),
  required: z.boolean(),
  /** Members change it themselves on Mein Profil. */
  selfService: z.boolean(),
  position: z.int(),
  version,
});
export type CustomField = z.infer<typeof customField>;

const customFieldShape = {
  label: requiredText(80),
  options: z.array(requiredText(80)).max(100).default([]),
  required: z.boolean().default(false),
  selfService: z.boolean().default(false),
  position: z.int().min(0).max(10_000).default(0),
};

export const tenantsContract = {
  getPublicTenant: route({
    method: "GET",
    path: "/tenant",
    access: "public",
    summary: "Name and look of the club, for pages without login",
    answer: publicTenant,
  }),
  getLogo: route({
    method: "GET",
    path: "/logo",
    access: "public",
    summary: "The club's logo",
    query: z.strictObject({ v: z.string().max(80).optional() }),
    answer: bytes(["image/webp"]),
  }),
  getTenant: route({
    method: "GET",
    path: "/tenant",
    access: "MANAGE_TENANT",
    summary: "The club's settings",
    answer: tenant,
  }),
  updateTenant: route({
    method: "PUT",
    path: "/tenant",
    access: "MANAGE_TENANT",
    summary: "Change the club's settings",
    body: tenantInput,
    answer: tenant,
  }),
  getRoom: route({
    method: "GET",
    path: "/tenant/room",
    access: "MANAGE_TENANT",
    summary: "How much room the club's files take and may take",
    answer: room,
  }),
  putLogo: route({
    method: "PUT",
    path: "/tenant/logo",
    access: "MANAGE_TENANT",
    summary: "Replace the logo: jpeg, png or heic",
    body: bytes(["image/jpeg", "image/png", "image/heic"], 10 * 1024 * 1024),
    answer: publicTenant,
  }),
  deleteLogo: route({
    method: "DELETE",
    path: "/tenant/logo",
    access: "MANAGE_TENANT",
    summary: "Remove the logo",
    answer: noContent,
  }),
  listCustomFields: route({
    method: "GET",
    path: "/custom-field",
    access: "loggedIn",
    summary: "The club's own member fields, in order",
    answer: z.array(customField),
  }),
  createCustomField: route({
    method: "POST",
    path: "/custom-field",
    access: "MANAGE_TENANT",
    summary: "Add an own member field",
    body: z.strictObject({
      key: z
        .string()
        .regex(
          /^[a-z][a-zA-Z0-9_]{0,39}$/,
          "Nur Buchstaben ohne Umlaute, Ziffern und _; der erste ist ein Kleinbuchstabe.",
        ),
      kind: z.enum(CUSTOM_FIELD_KINDS),
      ...customFieldShape,
    }),
    answer: customField,
    status: 201,
  }),
  updateCustomField: route({
    method: "PUT",
    path: "/custom-field/{id}",
    access: "MANAGE_TENANT",
    summary: "Change an own member field; key and kind stay",
    params: idParams,
    body: z.strictObject({ ...customFieldShape, version }),
    answer: customField,
  }),
  deleteCustomField: route({
    method: "DELETE",
    path: "/custom-field/{id}",
    access: "MANAGE_TENANT",
    summary: "Remove an own member field with its values",
    params: idParams,
    answer: noContent,
  }),
} as const;
