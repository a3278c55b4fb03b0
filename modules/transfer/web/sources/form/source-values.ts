import type { FormErrors } from "@mantine/form";
import type { BodyInput } from "#platform/contract/route.ts";
import type { importContract, ImportSource } from "../../../import-contract.ts";
import type { TableOptions } from "../../../mapping-contract.ts";
import {
  cronOf,
  scheduleOf,
  scheduleProblem,
  type Schedule,
} from "../../schedule/schedule-words.ts";
import { matchKeyWords } from "../../sync/import-words.ts";
import { rulesOf, sentRules, type Rules } from "../../sync/rules.ts";
import { type DecisionLine, linesOf, problemsOfLines, sentDecisions } from "./decision-lines.ts";

/** A line of the request for a file, such as `Authorization`. */
export interface HeaderLine {
  name: string;
  value: string;
}

/** An import source as its form holds it. */
export interface SourceValues extends Record<string, unknown> {
  name: string;
  kind: "FILE" | "URL";
  url: string;
  /** Null: those the server keeps stay. Their values are never shown again. */
  headers: HeaderLine[] | null;
  /** Plain http as well. */
  allowHttp: boolean;
  schedule: Schedule;
  applyAutomatically: boolean;
  options: TableOptions;
  /** "" is none: suggested from the columns. */
  mappingConfigId: string;
  rules: Rules;
  groupDecisions: DecisionLine[];
}

export const SOURCE_FIELD_LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  kind: "Woher die Daten kommen",
  url: "Adresse",
  headers: "Zugangsdaten",
  allowHttp: "Unverschlüsselt abholen",
  schedule: "Zeitplan",
  applyAutomatically: "Übernehmen ohne Nachfrage",
  options: "So wird die Datei gelesen",
  mappingConfigId: "Zuordnung der Spalten",
  rules: "Regeln",
  matchKeys: "Woran Personen wiedererkannt werden",
  clearWord: "Wort zum Leeren",
  strict: "Zeilen mit Fehlern",
  neededFields: "Nötige Angaben",
  groupDecisions: "Gruppen aus der Datei",
};

const RULES: Rules = {
  matchKeys: ["ID", "MEMBER_NUMBER", "NAME_BIRTHDAY", "EMAIL"],
  onNew: "CREATE",
  onChanged: "UPDATE",
  onMissing: "REPORT",
  unknownGroups: "FAULTY",
  clearWord: "",
  strict: false,
  neededFields: [],
};

export const NEW_SOURCE: SourceValues = {
  name: "",
  kind: "FILE",
  url: "",
  headers: [],
  allowHttp: false,
  schedule: { kind: "NONE" },
  applyAutomatically: false,
  options: {},
  mappingConfigId: "",
  rules: RULES,
  groupDecisions: [],
};

export function valuesOf(source: ImportSource): SourceValues {
  const { name, kind, url, allowHttp, schedule, applyAutomatically, options, mappingConfigId } =
    source;
  return {
    name,
    kind,
    url: url ?? "",
    headers: source.headerNames.length === 0 ? [] : null,
    allowHttp,
    schedule: scheduleOf(schedule),
    applyAutomatically,
    options,
    mappingConfigId: mappingConfigId === null ? "" : String(mappingConfigId),
    rules: rulesOf(source),
    groupDecisions: linesOf(source.groupDecisions),
  };
}

/** The source as the server wants it; what belongs to an address is left out for files. */
export function sentSource(
  values: SourceValues,
): BodyInput<typeof importContract.createImportSource> {
  const isAddress = values.kind === "URL";
  const lines = values.headers?.filter((line) => line.name.trim() !== "");
  return {
    name: values.name.trim(),
    kind: values.kind,
    url: isAddress ? values.url.trim() : null,
    headers: isAddress
      ? lines === undefined
        ? null
        : Object.fromEntries(lines.map((line) => [line.name.trim(), line.value.trim()]))
      : {},
    allowHttp: isAddress && values.allowHttp,
    schedule: isAddress ? cronOf(values.schedule) : null,
    applyAutomatically: isAddress && values.schedule.kind !== "NONE" && values.applyAutomatically,
    options: values.options,
    mappingConfigId: values.mappingConfigId === "" ? null : Number(values.mappingConfigId),
    groupDecisions: sentDecisions(values.groupDecisions),
    ...sentRules(values.rules),
  };
}

export function validateSource(values: SourceValues): FormErrors {
  const schedule = scheduleProblem(values.schedule);
  return {
    ...(values.name.trim() === "" ? { name: "Bitte geben Sie der Quelle einen Namen." } : {}),
    ...(values.kind === "URL" && !isAllowed(values.url.trim(), values.allowHttp)
      ? {
          url: `Bitte geben Sie eine Adresse an, die mit ${values.allowHttp ? "https:// oder http://" : "https://"} beginnt.`,
        }
      : {}),
    ...problemsOfLines(values.groupDecisions),
    ...(values.kind === "URL" && schedule !== undefined ? { schedule } : {}),
  };
}

function isAllowed(url: string, allowHttp: boolean): boolean {
  return /^https:\/\//i.test(url) || (allowHttp && /^http:\/\//i.test(url));
}

/** A value of the form as a reader understands it, for the choice after a conflict. */
export function shownSourceValue(field: string, value: unknown): string {
  if (field === "kind") return value === "URL" ? "Adresse im Netz" : "Datei";
  if (field === "headers")
    return value === null ? "unverändert" : `${(value as HeaderLine[]).length} Zeilen`;
  if (field === "schedule") return cronOf(value as Schedule) ?? "von Hand";
  if (field === "groupDecisions")
    return (value as DecisionLine[]).map(({ name }) => name).join(", ") || "keine";
  if (field === "applyAutomatically" || field === "allowHttp")
    return value === true ? "ja" : "nein";
  if (field === "rules") return `Wiedererkannt an: ${matchKeyWords((value as Rules).matchKeys)}`;
  if (field === "options")
    return (
      Object.values(value as object)
        .filter(Boolean)
        .join(", ") || "von selbst erkannt"
    );
  if (field === "mappingConfigId")
    return value === "" ? "vorgeschlagen" : `Zuordnung ${String(value)}`;
  return String(value);
}
