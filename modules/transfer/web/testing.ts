import { usersContract } from "#modules/members/contract.ts";
/** Records and a server for the component tests of imports, exports and their mappings. */
import { groupsContract, type Group } from "#modules/members/groups-contract.ts";
import { toPage } from "#platform/contract/paging.ts";
import { FakeApi } from "#platform/web/testing.ts";
import { exportContract, type ExportRun, type ExportTarget } from "../export-contract.ts";
import {
  importContract,
  type ImportRow,
  type ImportRun,
  type ImportSource,
} from "../import-contract.ts";
import { importSampleContract } from "../import-sample-contract.ts";
import {
  mappingContract,
  type MappingConfig,
  type MappingEntry,
  type SampleRow,
  type TableSample,
} from "../mapping-contract.ts";
import type { Field } from "./mapping/FieldSelect.tsx";

/** Returns an id that differs from others by this number. */
export function idOf(number: number): string {
  return `0193a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

const ERIKA = { id: idOf(1), name: "Erika Mustermann" };

const field = (
  key: string,
  name: string,
  kind: Field["kind"] = "TEXT",
  choices: Field["choices"] = [],
) => ({
  key,
  name,
  groupName: "Person",
  kind,
  choices,
});
export const FIELDS: Field[] = [
  field("memberNumber", "Mitgliedsnummer"),
  field("lastname", "Nachname"),
  field("firstname", "Vorname"),
  field("birthday", "Geburtsdatum", "DATE"),
  field("gender", "Geschlecht", "CHOICE", [
    { value: "FEMALE", label: "weiblich" },
    { value: "MALE", label: "männlich" },
  ]),
  field("city", "Ort"),
];

export function entryOf(sourceField: string, targetField: string): MappingEntry {
  return { sourceField, targetField, transforms: [] };
}

/** A list of two members as it was read: its last column was not understood. */
export const SAMPLE: TableSample = {
  detected: {
    format: "CSV",
    delimiter: ";",
    encoding: "WINDOWS-1252",
    headerRow: 3,
    sheet: null,
    sheets: [],
    dateOrder: "DMY",
  },
  columns: ["Nachname", "Vorname", "Geb.", "Bemerkung"],
  rows: [
    { line: 4, cells: ["von der Heide", "Brünhilde", "1981-02-14", "Ehrenamt"] },
    { line: 5, cells: ["D'Angelo", "Luca", "1972-03-25", null] },
  ],
  suggestions: [
    ["Nachname", "lastname", "NAME"],
    ["Vorname", "firstname", "NAME"],
    ["Geb.", "birthday", "CONTENT"],
  ].map(([column = "", target = "", reason]) => ({
    column,
    entry: entryOf(column, target),
    candidates: [target],
    reason: reason === "CONTENT" ? "CONTENT" : "NAME",
    confidence: reason === "CONTENT" ? 0.6 : 1,
    doubtful: reason === "CONTENT",
  })),
  legend: [],
  warnings: [],
};

const NO_ROWS = { new: 0, changed: 0, same: 0, ambiguous: 0, faulty: 0, undecided: 0, missing: 0 };

/** A file of two new members that waits for its click. */
export const RUN: ImportRun = {
  id: idOf(100),
  sourceId: null,
  sourceName: "Einzelne Dateien",
  state: "PREVIEW",
  stage: null,
  progress: { done: 2, total: 2 },
  compared: true,
  counts: { ...NO_ROWS, new: 2 },
  hints: 0,
  startedAt: "2026-11-22T18:30:00+01:00",
  finishedAt: "2026-11-22T18:30:05+01:00",
  actor: ERIKA,
  scheduled: false,
  appliedAt: null,
  appliedBy: null,
  applied: null,
  revertedAt: null,
  reverted: null,
  error: null,
  fileName: "Mitglieder.csv",
  fileSize: 2048,
  kept: true,
  detected: { ...SAMPLE.detected, warnings: [] },
  columns: SAMPLE.columns,
  entries: SAMPLE.suggestions.flatMap(({ entry }) => (entry === null ? [] : [entry])),
  options: { sheet: null },
  mappingConfigId: null,
  matchKeys: ["ID", "MEMBER_NUMBER", "NAME_BIRTHDAY", "EMAIL"],
  onNew: "CREATE",
  onChanged: "UPDATE",
  onMissing: "REPORT",
  clearWord: null,
  unknownGroups: "FAULTY",
  groupDecisions: [],
  strict: false,
  neededFields: [],
  can: ["APPLY", "EDIT", "FAULTY_ROWS", "DELETE"],
};

/** The run with other counts; those not named are none. */
export function counting(counts: Partial<ImportRun["counts"]>, part: Partial<ImportRun> = {}) {
  return { ...RUN, counts: { ...NO_ROWS, ...counts }, ...part };
}

export const OTTO = {
  id: idOf(201),
  memberNumber: "1004",
  firstname: "Otto",
  lastname: "Lang",
  birthday: "1980-06-17",
  email: "otto@example.org",
  city: "Fürth",
  inTrash: false,
};

export function rowOf(number: number, part: Partial<ImportRow> = {}): ImportRow {
  return {
    row: number + 3,
    number,
    kind: "NEW",
    name: `Person ${number}`,
    user: null,
    fields: [],
    problems: [],
    hints: [],
    candidates: [],
    decision: null,
    ...part,
  };
}

export function changeOf(
  field: string,
  label: string,
  oldValue: string | null,
  newValue: string | null,
): ImportRow["fields"][number] {
  return { field, label, oldValue, newValue, masked: false };
}

/** A list that the office uploads now and then. */
export const SOURCE: ImportSource = {
  id: idOf(300),
  name: "Mitgliederliste aus Excel",
  kind: "FILE",
  url: null,
  headerNames: [],
  allowHttp: false,
  schedule: null,
  nextRunAt: null,
  applyAutomatically: false,
  options: { sheet: null },
  mappingConfigId: null,
  matchKeys: ["MEMBER_NUMBER", "NAME_BIRTHDAY"],
  onNew: "CREATE",
  onChanged: "UPDATE",
  onMissing: "REPORT",
  clearWord: null,
  unknownGroups: "FAULTY",
  groupDecisions: [],
  strict: false,
  neededFields: [],
  quick: false,
  responsible: ERIKA,
  lastRun: null,
  version: 5,
  can: ["EDIT", "RUN", "DELETE"],
};
/** A list of the association that is fetched each Monday, with a secret. */
export const FETCHED: ImportSource = {
  ...SOURCE,
  id: idOf(301),
  name: "Verband",
  kind: "URL",
  url: "https://verband.example.org/liste.csv",
  headerNames: ["Authorization"],
  schedule: "0 6 * * 1",
  nextRunAt: "2026-11-23T06:00:00+01:00",
};

export const TARGET: ExportTarget = {
  id: idOf(400),
  name: "Meldung an den Verband",
  format: "CSV",
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
  mappingConfigId: null,
  filter: { status: ["ACTIVE", "PASSIVE"] },
  viewId: null,
  sort: "lastname",
  dir: "ASC",
  asOf: null,
  fileName: "{name} {datum}",
  destination: { kind: "DOWNLOAD" },
  schedule: null,
  nextRunAt: null,
  onlyChanges: false,
  keepDays: 365,
  owner: ERIKA,
  lastRun: null,
  version: 6,
  can: ["EDIT", "DELETE", "RUN"],
};

export const EXPORTED: ExportRun = {
  id: idOf(500),
  targetId: TARGET.id,
  targetName: TARGET.name,
  format: "CSV",
  state: "DONE",
  progress: { done: 1250, total: 1250 },
  count: 1250,
  changes: null,
  asOf: "2026-11-22",
  startedAt: "2026-11-22T06:00:00+01:00",
  finishedAt: "2026-11-22T06:00:09+01:00",
  actor: ERIKA,
  scheduled: false,
  error: null,
  warnings: [],
  fileName: "Meldung 2026-11-22.csv",
  size: 2048,
  sha256: "ab".repeat(32),
  deliveredTo: null,
  keptUntil: "2027-11-22",
  can: ["DOWNLOAD"],
};

export const MAPPING: MappingConfig = {
  id: 7,
  name: "Spalten der Liste",
  isExport: false,
  entries: [entryOf("Nachname", "lastname"), entryOf("Vorname", "firstname")],
  version: 2,
  can: ["EDIT", "DELETE"],
};

export const CHOIR: Group = {
  id: idOf(600),
  name: "Chor",
  parent: null,
  groupName: null,
  description: null,
  color: "BLUE",
  permissions: [],
  forNewMembers: false,
  memberCount: 12,
  leaders: [],
  version: 3,
  can: [],
};

interface Records {
  /** Of the lists; the first is the single record as well. */
  runs?: ImportRun[];
  rows?: ImportRow[];
  sources?: ImportSource[];
  targets?: ExportTarget[];
  exported?: ExportRun[];
  mappings?: MappingConfig[];
}

/** The server with these records; lists are paged as it does it. */
export function serverWith({
  runs = [],
  rows = [],
  sources = [],
  targets = [],
  exported = [],
  mappings = [],
}: Records = {}): FakeApi {
  const api = new FakeApi();
  const listed = <T>(all: readonly T[], { page, size }: { page: number; size: number }) =>
    toPage(all.slice(page * size, (page + 1) * size), all.length, { page, size });
  const named = <T extends { name: string }>(all: readonly T[], q = "") =>
    all.filter(({ name }) => name.includes(q));
  api.answer(importContract.searchImportRuns, ({ query }) =>
    listed(
      runs.filter(({ state }) => query.state === undefined || state === query.state),
      query,
    ),
  );
  api.answer(importContract.listImportRows, ({ query }) =>
    listed(
      rows.filter(
        ({ kind, hints, name }) =>
          (query.kind === undefined || kind === query.kind) &&
          (query.hints !== true || hints.length > 0) &&
          name.includes(query.q ?? ""),
      ),
      query,
    ),
  );
  api.answer(importContract.listImportGroups, []);
  api.answer(usersContract.listNewMemberGroups, [
    { id: "0193a000-0000-7000-8000-0000000000f1", name: "Alle Mitglieder", groupName: null },
  ]);
  api.answer(importContract.searchImportSources, ({ query }) =>
    listed(named(sources, query.q), query),
  );
  api.answer(importSampleContract.getImportSample, SAMPLE);
  api.answer(importSampleContract.getColumnService, { service: null, dailyLimit: 0 });
  api.answer(exportContract.searchExportTargets, ({ query }) =>
    listed(named(targets, query.q), query),
  );
  api.answer(exportContract.searchExportRuns, ({ query }) => listed(exported, query));
  api.answer(mappingContract.searchMappingConfigs, ({ query }) => listed(mappings, query));
  api.answer(mappingContract.listTransferFields, FIELDS);
  api.answer(mappingContract.trySampleMapping, ({ body }) => sampleOf(body.entries));
  api.answer(groupsContract.listGroupTree, [CHOIR]);
  const [run] = runs;
  if (run !== undefined) api.answer(importContract.getImportRun, run);
  const [source] = sources;
  if (source !== undefined) api.answer(importContract.getImportSource, source);
  const [target] = targets;
  if (target !== undefined) api.answer(exportContract.getExportTarget, target);
  const [mapping] = mappings;
  if (mapping !== undefined) api.answer(mappingContract.getMappingConfig, mapping);
  return api;
}

/** One row through these entries, as if each field said its own name. */
function sampleOf(entries: readonly MappingEntry[]): SampleRow[] {
  const values = entries.map(({ sourceField, targetField }) => ({
    before: sourceField,
    after: `${targetField} an`,
  }));
  return [{ values, problems: [] }];
}
