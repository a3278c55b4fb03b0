import type { FormErrors } from "@mantine/form";
import type { BodyInput } from "#platform/contract/route.ts";
import { parseHex } from "#platform/contract/contrast.ts";
import { plural } from "#platform/web/format/format.ts";
import { REGION_LABELS, type Region, type Tenant, type tenantsContract } from "../contract.ts";

export const TENANT_FIELD_LABELS = {
  displayName: "Name des Vereins",
  accentColor: "Vereinsfarbe",
  timeZone: "Zeitzone",
  mailSenderName: "Absendername",
  mailReplyTo: "Antwortadresse",
  trashDays: "Papierkorb",
  retentionMonths: "Aufbewahrung nach dem Austritt",
  guestsPerEvent: "Gäste je Termin höchstens",
  guestsPerDay: "Gäste je Person und Tag höchstens",
  region: "Bundesland",
} as const;

/** Colours that look good with white text; any other may be typed. */
export const TENANT_PALETTE = [
  "#1f6f78",
  "#2b8a4b",
  "#2f6fc4",
  "#4a4aa8",
  "#7446b8",
  "#a8326e",
  "#b02a20",
  "#b4560f",
  "#6b5b00",
  "#4b5563",
];

/** The settings as the form holds them: number fields are the empty text while they are empty. */
export interface TenantValues extends Record<string, unknown> {
  displayName: string;
  accentColor: string;
  timeZone: string;
  mailSenderName: string;
  mailReplyTo: string;
  trashDays: number | string;
  retentionMonths: number | string;
  guestsPerEvent: number | string;
  guestsPerDay: number | string;
  region: Region | null;
}

export function valuesOf(tenant: Tenant): TenantValues {
  return {
    displayName: tenant.displayName,
    accentColor: tenant.accentColor,
    timeZone: tenant.timeZone,
    mailSenderName: tenant.mailSenderName ?? "",
    mailReplyTo: tenant.mailReplyTo ?? "",
    trashDays: tenant.trashDays,
    retentionMonths: tenant.retentionMonths ?? "",
    guestsPerEvent: tenant.guestsPerEvent,
    guestsPerDay: tenant.guestsPerDay,
    region: tenant.region,
  };
}

export function bodyOf(
  values: TenantValues,
  version: number,
): BodyInput<typeof tenantsContract.updateTenant> {
  return {
    displayName: values.displayName,
    accentColor: values.accentColor,
    timeZone: values.timeZone,
    mailSenderName: values.mailSenderName || null,
    mailReplyTo: values.mailReplyTo.trim() || null,
    trashDays: Number(values.trashDays),
    retentionMonths: values.retentionMonths === "" ? null : Number(values.retentionMonths),
    guestsPerEvent: Number(values.guestsPerEvent),
    guestsPerDay: Number(values.guestsPerDay),
    region: values.region,
    version,
  };
}

const NO_LIMIT = "Bitte geben Sie eine Zahl an; 0 heißt, dass niemand Gäste einladen kann.";

export function validateTenant(values: TenantValues): FormErrors {
  return {
    ...(values.displayName.trim() === "" && {
      displayName: "Bitte geben Sie den Namen des Vereins an.",
    }),
    ...(parseHex(values.accentColor) === undefined && {
      accentColor: "Bitte wählen Sie eine Farbe oder geben Sie sie wie #2f6f5e an.",
    }),
    ...(values.trashDays === "" && {
      trashDays: "Bitte geben Sie an, wie viele Tage der Papierkorb behält.",
    }),
    ...(values.guestsPerEvent === "" && { guestsPerEvent: NO_LIMIT }),
    ...(values.guestsPerDay === "" && { guestsPerDay: NO_LIMIT }),
  };
}

/** A setting as a reader understands it, for the choice after a conflict. */
export function shownSetting(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "leer";
  if (field === "trashDays") return plural(Number(value), "Tag", "Tage");
  if (field === "retentionMonths") return plural(Number(value), "Monat", "Monate");
  if (field === "region") return REGION_LABELS[value as Region];
  return String(value);
}
