import type { FormErrors } from "@mantine/form";
import type { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import {
  EXPORT_FORMAT_LABELS,
  type ExportDestination,
  type ExportFormat,
  type ExportTarget,
} from "../../../export-contract.ts";
import {
  cronOf,
  scheduleOf,
  scheduleProblem,
  scheduleWords,
  type Schedule,
} from "../../schedule/schedule-words.ts";
import type { TargetInput } from "../target-queries.ts";

export type DestinationKind = ExportDestination["kind"];

/** Every kind's fields at once, so that changing the kind and back loses nothing. */
export interface DestinationValues {
  kind: DestinationKind;
  shareId: string;
  folder: string;
  onConflict: "REPLACE" | "RENAME" | "FAIL";
  recipients: string[];
  attach: boolean;
  subject: string;
  message: string;
  url: string;
  username: string;
  /** Null: the one the server keeps stays. */
  password: string | null;
}

/** An export target as its form holds it. */
export interface TargetValues extends Record<string, unknown> {
  name: string;
  format: ExportFormat;
  options: ExportTarget["options"];
  /** "" is none: all fields under their own names. */
  mappingConfigId: string;
  filter: Readonly<Record<string, unknown>>;
  /** "" is none: the filter above holds. */
  viewId: string;
  sort: string;
  dir: "ASC" | "DESC";
  asOf: string | null;
  fileName: string;
  destination: DestinationValues;
  schedule: Schedule;
  onlyChanges: boolean;
  keepDays: number;
}

/** The state of its form. */
export type TargetFormState = ReturnType<
  typeof useVersionedForm<TargetValues, ExportTarget>
>["form"];

export const TARGET_FIELD_LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  format: "Format",
  options: "Einstellungen des Formats",
  mappingConfigId: "Spalten",
  filter: "Wer ausgegeben wird",
  viewId: "Gespeicherte Ansicht",
  sort: "Sortiert nach",
  dir: "Richtung",
  asOf: "Stichtag",
  fileName: "Dateiname",
  destination: "Wohin",
  "destination.url": "Adresse",
  "destination.recipients": "Empfänger",
  "destination.shareId": "Ablage",
  "destination.folder": "Ordner",
  schedule: "Zeitplan",
  onlyChanges: "Nur Änderungen",
  keepDays: "Aufbewahren",
};

export const DESTINATION_LABELS: Record<DestinationKind, string> = {
  DOWNLOAD: "Herunterladen",
  FILE_SHARE: "In eine Ablage legen",
  EMAIL: "Per E-Mail senden",
  HTTP_PUT: "An eine Adresse im Netz senden",
};

const NO_DESTINATION: DestinationValues = {
  kind: "DOWNLOAD",
  shareId: "",
  folder: "",
  onConflict: "REPLACE",
  recipients: [],
  attach: true,
  subject: "",
  message: "",
  url: "",
  username: "",
  password: "",
};

export const NEW_TARGET: TargetValues = {
  name: "",
  format: "XLSX",
  options: {
    encoding: "UTF-8",
    byteOrderMark: true,
    delimiter: ";",
    vcardVersion: "3.0",
    title: null,
    groupBy: null,
    landscape: true,
    protectedFields: false,
  },
  mappingConfigId: "",
  filter: { status: ["ACTIVE", "PASSIVE", "HONORARY"] },
  viewId: "",
  sort: "lastname",
  dir: "ASC",
  asOf: null,
  fileName: "{name} {datum}",
  destination: NO_DESTINATION,
  schedule: { kind: "NONE" },
  onlyChanges: false,
  keepDays: 365,
};

export function valuesOf(target: ExportTarget): TargetValues {
  const { name, format, options, filter, sort, dir, asOf, fileName, onlyChanges, keepDays } =
    target;
  return {
    name,
    format,
    options,
    mappingConfigId: target.mappingConfigId === null ? "" : String(target.mappingConfigId),
    filter,
    viewId: target.viewId ?? "",
    sort,
    dir,
    asOf,
    fileName,
    destination: destinationValues(target.destination),
    schedule: scheduleOf(target.schedule),
    onlyChanges,
    keepDays,
  };
}

function destinationValues(destination: ExportDestination): DestinationValues {
  switch (destination.kind) {
    case "DOWNLOAD":
      return NO_DESTINATION;
    case "FILE_SHARE":
      return { ...NO_DESTINATION, ...destination };
    case "EMAIL":
      return {
        ...NO_DESTINATION,
        ...destination,
        subject: destination.subject ?? "",
        message: destination.message ?? "",
      };
    case "HTTP_PUT":
      return {
        ...NO_DESTINATION,
        kind: "HTTP_PUT",
        url: destination.url,
        username: destination.username ?? "",
        password: destination.hasPassword ? null : "",
      };
  }
}

/** The target as the server wants it. */
export function sentTarget(values: TargetValues): TargetInput {
  return {
    name: values.name.trim(),
    format: values.format,
    options: values.options,
    mappingConfigId: values.mappingConfigId === "" ? null : Number(values.mappingConfigId),
    filter: values.viewId === "" ? values.filter : {},
    viewId: values.viewId === "" ? null : values.viewId,
    sort: values.sort,
    dir: values.dir,
    asOf: values.asOf,
    fileName: values.fileName.trim(),
    destination: sentDestination(values.destination),
    schedule: cronOf(values.schedule),
    onlyChanges: values.onlyChanges,
    keepDays: values.keepDays,
  };
}

function sentDestination(values: DestinationValues): NonNullable<TargetInput["destination"]> {
  switch (values.kind) {
    case "DOWNLOAD":
      return { kind: "DOWNLOAD" };
    case "FILE_SHARE":
      return {
        kind: "FILE_SHARE",
        shareId: values.shareId,
        folder: values.folder.trim(),
        onConflict: values.onConflict,
      };
    case "EMAIL":
      return {
        kind: "EMAIL",
        recipients: values.recipients,
        attach: values.attach,
        subject: values.subject.trim() || null,
        message: values.message.trim() || null,
      };
    case "HTTP_PUT":
      return {
        kind: "HTTP_PUT",
        url: values.url.trim(),
        username: values.username.trim() || null,
        ...(values.password === null
          ? {}
          : { password: values.password === "" ? null : values.password }),
      };
  }
}

export function validateTarget(values: TargetValues): FormErrors {
  const { destination } = values;
  const schedule = scheduleProblem(values.schedule);
  return {
    ...(values.name.trim() === "" ? { name: "Bitte geben Sie dem Ziel einen Namen." } : {}),
    ...(values.fileName.trim() === ""
      ? { fileName: "Bitte geben Sie an, wie die Datei heißen soll." }
      : {}),
    ...(schedule === undefined ? {} : { schedule }),
    ...(destination.kind === "FILE_SHARE" && destination.shareId === ""
      ? { "destination.shareId": "Bitte wählen Sie eine Ablage." }
      : {}),
    ...(destination.kind === "EMAIL" && destination.recipients.length === 0
      ? { "destination.recipients": "Bitte geben Sie mindestens eine E-Mail-Adresse an." }
      : {}),
    ...(destination.kind === "HTTP_PUT" && !destination.url.trim().startsWith("https://")
      ? { "destination.url": "Bitte geben Sie eine Adresse an, die mit https:// beginnt." }
      : {}),
  };
}

/** Where the file goes, in words. */
export function destinationWords(destination: ExportDestination): string {
  switch (destination.kind) {
    case "DOWNLOAD":
      return "zum Herunterladen";
    case "FILE_SHARE":
      return destination.folder === ""
        ? "in eine Ablage"
        : `in eine Ablage, Ordner ${destination.folder}`;
    case "EMAIL":
      return `per E-Mail an ${destination.recipients.length === 1 ? destination.recipients[0] : `${destination.recipients.length} Adressen`}`;
    case "HTTP_PUT":
      return `an ${hostOf(destination.url)}`;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** A value of the form as a reader understands it, for the choice after a conflict. */
export function shownTargetValue(field: string, value: unknown): string {
  if (field === "format") return EXPORT_FORMAT_LABELS[value as ExportFormat];
  if (field === "schedule") return scheduleWords(cronOf(value as Schedule));
  if (field === "destination") return DESTINATION_LABELS[(value as DestinationValues).kind];
  if (field === "onlyChanges") return value === true ? "ja" : "nein";
  if (field === "filter") return Object.keys(value as object).length === 0 ? "alle" : "gefiltert";
  if (field === "options") return "Einstellungen des Formats";
  if (field === "dir") return value === "DESC" ? "absteigend" : "aufsteigend";
  return value === null || value === "" ? "leer" : String(value);
}
