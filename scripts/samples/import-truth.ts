/**
 * What an import has to find in sample files: `truth.json` beside them (`files: { NAME: { columns:
 * [{ header, field }], faultyRows: [{ line }] } }`) and `expected/NAME.json` with the values of
 * every good row.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { nameKey } from "#modules/transfer/server/mapping/name-lookup.ts";
import type { FieldValue } from "#modules/transfer/server/mapping/values/read-values.ts";

export interface TrueFile {
  name: string;
  path: string;
  dataRows: number;
  /** Line, row of the sheet or number of the record (from 1) of rows that are no good. */
  faulty: number[];
  /** Fields of the columns, by name, where the truth names them. */
  columns: { header: string; field: string }[];
  /** Rows are numbered from 1, not named by their lines. */
  byNumber: boolean;
  /** Names that codes of groups stand for. */
  groupCodes: ReadonlyMap<string, string>;
  /** Fields that may be left out as well: a running number is no member's number. */
  optional: ReadonlySet<string>;
  /** Good rows, all or some of them. */
  rows: Map<number, Record<string, unknown>>;
  good: number;
  /** With a file that is a later state of another one. */
  later: LaterState | null;
}

/** What became of the members of an earlier file, by their numbers. */
interface LaterState {
  of: string;
  new: string[];
  missing: string[];
  /** Changed fields by our names, in order. */
  changed: Map<string, string[]>;
  unchanged: number;
}

export interface Truth {
  asOf: string;
  groups: string[];
  /** Groups with the groups below them. */
  divisions: Map<string, string[]>;
  files: TrueFile[];
}

interface TruthJson {
  asOf: string;
  knownGroups?: string[];
  knownSubgroups?: Record<string, string[]>;
  files: Record<
    string,
    {
      dataRows?: number;
      entries?: number;
      good?: number;
      basedOn?: string;
      new?: { memberNo: string }[];
      missing?: { memberNo: string }[];
      changed?: { memberNo: string; changes: { field: string }[] }[];
      unchanged?: number;
      /** File with the values of its good rows, beside `truth.json`. */
      expected?: string;
      /** What codes of groups stand for; the codes are as good as names where nothing says so. */
      groupCodes?: Record<string, string>;
      codes?: Record<string, Record<string, string>>;
      faultyRows?: { line?: number; row?: number; index?: number }[];
      columns?: { header: string; group?: string | null; field: string }[];
    }
  >;
}

export function readTruth(directory: string): Truth {
  const json = JSON.parse(readFileSync(join(directory, "truth.json"), "utf8")) as TruthJson;
  const groups = [...(json.knownGroups ?? []), ...Object.values(json.knownSubgroups ?? {}).flat()];
  const files = Object.entries(json.files).map(([name, file]): TrueFile => ({
    name,
    byNumber: expectedRows(directory, name, file.expected).some(
      (row) => !("line" in row || "row" in row),
    ),
    groupCodes: new Map(
      Object.entries(
        file.groupCodes ??
          Object.entries(file.codes ?? {}).find(([column]) =>
            /abt|gruppe|sparte/i.test(column),
          )?.[1] ??
          {},
      ),
    ),
    optional: new Set(
      (file.columns ?? []).flatMap(({ header, field }) =>
        field === "memberNo" && /^(?:lfd|laufende)/i.test(header) ? [field] : [],
      ),
    ),
    path: join(directory, name),
    dataRows: file.dataRows ?? file.entries ?? 0,
    faulty: (file.faultyRows ?? []).map(({ line, row, index }) => line ?? row ?? (index ?? 0) + 1),
    columns: (file.columns ?? []).map(({ header, group, field }) => ({
      header: group === null || group === undefined ? header : `${group}->${header}`,
      field,
    })),
    good: file.good ?? 0,
    later: file.basedOn === undefined ? null : laterState(file.basedOn, file),
    rows: new Map(
      expectedRows(directory, name, file.expected).map((row) => [
        Number(row["line"] ?? row["row"] ?? Number(row["index"]) + 1),
        row,
      ]),
    ),
  }));
  const divisions = new Map(
    (json.knownGroups ?? []).map((name) => [name, json.knownSubgroups?.[name] ?? []]),
  );
  return { asOf: json.asOf, groups, divisions, files };
}

function laterState(
  of: string,
  { new: added = [], missing = [], changed = [], unchanged = 0 }: TruthJson["files"][string],
): LaterState {
  const numbers = (members: readonly { memberNo: string }[]) =>
    members.map(({ memberNo }) => memberNo).toSorted();
  const fields = changed.map(({ memberNo, changes }): [string, string[]] => [
    memberNo,
    changes.map(({ field }) => FIELD_OF[field] ?? `cf.${field}`).toSorted(),
  ]);
  return {
    of,
    new: numbers(added),
    missing: numbers(missing),
    changed: new Map(fields),
    unchanged,
  };
}

function expectedRows(
  directory: string,
  name: string,
  named: string | undefined,
): Record<string, unknown>[] {
  if (named !== undefined && existsSync(join(directory, named)))
    return JSON.parse(readFileSync(join(directory, named), "utf8")) as Record<string, unknown>[];
  const stem = basename(name, extname(name));
  const folder = join(directory, "expected");
  const known = existsSync(folder) ? readdirSync(folder) : [];
  const found = [
    `${stem}-${extname(name).slice(1)}.json`,
    `${stem}.json`,
    `${stem}.sample.json`,
  ].find((candidate) => known.includes(candidate));
  return found === undefined
    ? []
    : (JSON.parse(readFileSync(join(folder, found), "utf8")) as Record<string, unknown>[]);
}

/** The truth's names of our fields. */
export const FIELD_OF: Record<string, string> = {
  memberNo: "memberNumber",
  salutation: "salutation",
  title: "title",
  lastName: "lastname",
  firstName: "firstname",
  street: "street",
  "street+addressExtra": "street",
  addressExtra: "addressAddition",
  zip: "postalCode",
  city: "city",
  country: "country",
  phone: "phone",
  mobile: "mobile",
  email: "email",
  birthDate: "birthday",
  joinDate: "joinedOn",
  leaveDate: "leftOn",
  deathDate: "deceasedOn",
  groups: "groups",
  subgroups: "groups",
  status: "status",
  gender: "gender",
  iban: "iban",
  accountHolder: "accountHolder",
  note: "notes",
};

/** Fields that a club would have of its own, and what their columns are called. */
const OWN_FIELDS = [
  { key: "fee", kind: "NUMBER", names: ["Beitrag", "Jahresbeitrag", "betragCent", "fee_eur"] },
  { key: "honorary", kind: "BOOLEAN", names: ["Ehrenmitglied", "honorary"] },
  { key: "directDebit", kind: "BOOLEAN", names: ["Lastschrift"] },
  { key: "newsletter", kind: "BOOLEAN", names: ["Newsletter"] },
  { key: "category", kind: "TEXT", names: ["Beitragsart", "beitrag->art"] },
  { key: "familyId", kind: "TEXT", names: ["Familie"] },
  { key: "guardian", kind: "TEXT", names: ["Erziehungsberechtigte"] },
] as const;

const YES_OR_NO = /^(?:ja|j|yes|y|true|wahr|x|1|nein|n|no|false|falsch|0|)$/i;

/**
 * The custom fields that a file has, labelled like its columns; one of yes and no only where its
 * column says so and not how somebody pays.
 */
export function ownFieldsOf(
  columns: readonly string[],
  sample: readonly { cells: readonly unknown[] }[],
  told: TrueFile["columns"],
) {
  return OWN_FIELDS.flatMap(({ key, kind, names }) => {
    const header = told.find(({ field }) => field === key)?.header;
    const column =
      columns.find((name) => name === header) ??
      columns.find((name) =>
        names.some((known) =>
          [name, name.split("->").at(-1) ?? ""].map(nameKey).includes(nameKey(known)),
        ),
      );
    const at = columns.indexOf(column ?? "");
    const isFitting =
      kind !== "BOOLEAN" ||
      sample.filter(({ cells }) => {
        const cell = cells[at] ?? "";
        return typeof cell === "boolean" || YES_OR_NO.test(String(cell).trim());
      }).length >
        sample.length / 2;
    return column === undefined || !isFitting
      ? []
      : [{ key, label: column, kind, options: [] as string[] }];
  });
}

const GENDERS: Record<string, string> = { m: "MALE", w: "FEMALE", d: "DIVERSE" };
const STATUSES: Record<string, string> = {
  aktiv: "ACTIVE",
  passiv: "PASSIVE",
  Ehrenmitglied: "HONORARY",
};

/** A true value in our words; undefined when it follows from others (`ausgetreten`). */
export function ourValue(field: string, value: unknown): FieldValue | undefined {
  if (value === null || value === undefined || value === "") return null;
  if (field === "gender") return GENDERS[String(value)] ?? null;
  if (field === "status") return STATUSES[String(value)];
  if (Array.isArray(value)) return value.map(String);
  if (field === "note" && typeof value === "string") return value.replace(/\r\n/g, "\n");
  return value as FieldValue;
}
