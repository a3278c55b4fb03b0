import { canOf } from "#platform/server/http/can.ts";
import { PROTECTED_USER_FIELDS } from "#modules/members/contract.ts";
import { holdsPermission, seesProtectedFields } from "#modules/members/server/public.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { ImportRow, ImportRun, ImportSource } from "../../../import-contract.ts";
import type { ComparisonSetting } from "../compare/compare-row.ts";
import { isEmptyValue, memberFieldsOf, writtenValue } from "../compare/field-values.ts";
import { parsedGroupKey } from "../compare/group-names.ts";
import type { ShownMember } from "../matching/member-queries.ts";
import type { RowRecord } from "../rows/row-record.ts";
import type { RunRecord } from "./run-record.ts";
import type { SourceRecord } from "../sources/source-queries.ts";
import type { FieldValue } from "../../mapping/values/read-values.ts";

const PROTECTED = new Set<string>(PROTECTED_USER_FIELDS);

/**
 * Whether a row is new, changed or faulty tells whom the club has: for those alone who may see its
 * members.
 */
export function seesComparison(reader: Principal): boolean {
  return holdsPermission(reader, "QUERY_USER");
}

export function toRun(record: RunRecord, reader: Principal): ImportRun {
  const kept = record.blob_key !== null;
  const compared = seesComparison(reader);
  return {
    id: record.id,
    sourceId: record.source_id,
    sourceName: record.source_name,
    state: record.state,
    stage: record.stage,
    progress: { done: record.progress_done, total: record.progress_total },
    compared,
    counts: compared ? countsFor(record, reader) : NO_COUNTS,
    hints: compared ? record.hint_count : 0,
    startedAt: record.started_at.toISOString(),
    finishedAt: record.finished_at?.toISOString() ?? null,
    actor: { id: record.actor_id, name: record.actor_name },
    scheduled: record.scheduled,
    appliedAt: record.applied_at?.toISOString() ?? null,
    appliedBy:
      record.applied_by_name === null
        ? null
        : { id: record.applied_by, name: record.applied_by_name },
    applied: record.applied,
    revertedAt: record.reverted_at?.toISOString() ?? null,
    reverted: toReverted(record.reverted, reader),
    error: record.error,
    fileName: record.file_name,
    fileSize: record.file_size,
    kept,
    detected: record.detected,
    columns: record.columns ?? [],
    entries: record.entries,
    ...record.rules,
    mappingConfigId: record.mapping_config_id,
    can: rightsOnRun(record, reader, kept),
  };
}

const NO_COUNTS: ImportRun["counts"] = {
  new: 0,
  changed: 0,
  same: 0,
  ambiguous: 0,
  faulty: 0,
  undecided: 0,
  missing: 0,
};

function countsFor(record: RunRecord, reader: Principal): ImportRun["counts"] {
  const sees = seesProtectedFields(reader);
  return {
    new: record.new_count,
    changed: sees ? record.changed_count : record.open_changed_count,
    same: sees ? record.same_count : record.open_same_count,
    ambiguous: record.ambiguous_count,
    faulty: record.faulty_count,
    undecided: record.undecided_count,
    missing: record.missing_count,
  };
}

/** What stayed, with the values that the reader may see in the members' records as well. */
function toReverted(reverted: RunRecord["reverted"], reader: Principal): ImportRun["reverted"] {
  if (reverted === null) return null;
  const spared = reverted.spared.map((record) => ({
    ...record,
    recordName: holdsPermission(reader, "QUERY_USER") ? record.recordName : "",
    fields: record.fields.map((field) =>
      isMasked(record.recordType, field.field, reader)
        ? { ...field, imported: null, current: null, masked: true }
        : { ...field, masked: false },
    ),
  }));
  return { ...reverted, spared };
}

function isMasked(recordType: string, field: string, reader: Principal): boolean {
  if (!holdsPermission(reader, "QUERY_USER")) return true;
  return recordType === "USER" && PROTECTED.has(field) && !seesProtectedFields(reader);
}

function rightsOnRun(
  {
    state,
    stage,
    faulty_count: faulty,
    undecided_count: undecided,
    hint_count: hints,
    blob_key: file,
  }: RunRecord,
  reader: Principal,
  kept: boolean,
): ImportRun["can"] {
  const changes = holdsPermission(reader, "MANAGE_USER");
  return canOf<ImportRun>({
    APPLY: state === "PREVIEW" && changes,
    REVERT: state === "APPLIED" && stage === null && changes,
    EDIT: (state === "PREVIEW" || state === "FAILED") && file !== null && seesComparison(reader),
    FAULTY_ROWS: kept && faulty + undecided + hints > 0 && seesComparison(reader),
    SEE_HISTORY: holdsPermission(reader, "QUERY_USER_CHANGELOG"),
    DELETE: state === "PREVIEW" || state === "FAILED" || state === "PARSING",
  });
}

export function toSource(
  record: SourceRecord,
  lastRun: RunRecord | undefined,
  reader: Principal,
): ImportSource {
  return {
    id: record.id,
    name: record.name,
    kind: record.kind,
    url: record.url,
    headerNames: record.header_names,
    allowHttp: record.allow_http,
    schedule: record.schedule,
    nextRunAt: record.next_run_at?.toISOString() ?? null,
    applyAutomatically: record.apply_automatically,
    ...record.rules,
    mappingConfigId: record.mapping_config_id,
    quick: record.quick,
    responsible:
      record.responsible_id === null
        ? null
        : { id: record.responsible_id, name: record.responsible_name ?? "" },
    lastRun: lastRun === undefined ? null : toRun(lastRun, reader),
    version: record.version,
    can: canOf<ImportSource>({ EDIT: true, RUN: true, DELETE: !record.quick }),
  };
}

/**
 * A row as the reader may see it. Protected fields that the file gives are listed for those who may
 * not see them as well, masked, whether they differ or not.
 */
export function toRow(
  record: RowRecord,
  members: ReadonlyMap<string, ShownMember>,
  setting: ComparisonSetting,
  reader: Principal,
): ImportRow {
  const member = (id: string | null) => (id === null ? null : (members.get(id) ?? null));
  return {
    row: record.line,
    number: record.number,
    kind: record.kind,
    name: record.name,
    user: member(record.member_id),
    fields: fieldsOf(record, setting, seesProtectedFields(reader)).map(
      ({ new: value, ...rest }) => ({
        field: rest.field,
        label: setting.labelOf(rest.field),
        oldValue: rest.old,
        newValue: value,
        masked: rest.masked,
      }),
    ),
    problems: record.problems,
    hints: record.hints.map(({ column, message }) => ({ column, message })),
    candidates: record.candidates.flatMap(({ id, reasons }) => {
      const user = member(id);
      return user === null ? [] : [{ user, reasons }];
    }),
    decision:
      record.decision === null ? null : { action: record.decision, userId: record.decided_member },
  };
}

interface ShownChange {
  field: string;
  old: FieldValue;
  new: FieldValue;
  masked: boolean;
}

function fieldsOf(
  record: RowRecord,
  setting: ComparisonSetting,
  seesProtected: boolean,
): ShownChange[] {
  const changes = Object.entries(record.changes ?? {})
    .filter(([field]) => seesProtected || !PROTECTED.has(field))
    .map(([field, change]) => ({ field, ...change, masked: false }));
  const fields = [...changes, ...(seesProtected ? [] : maskedChanges(record))].toSorted(
    (a, b) => setting.placeOf(a.field) - setting.placeOf(b.field),
  );
  if (record.join_groups.length === 0) return fields;
  return [
    ...fields,
    {
      field: "groups",
      old: null,
      new: record.join_groups.map((key) => groupName(key, setting)),
      masked: false,
    },
  ];
}

/** What the file gives for protected fields, whatever the club has. */
function maskedChanges({ changes, given, kind }: RowRecord): ShownChange[] {
  if (changes === null) return [];
  return memberFieldsOf(given ?? {})
    .filter(([field]) => PROTECTED.has(field))
    .map(([field, value]) => ({ field, old: null, new: writtenValue(field, value), masked: true }))
    .filter((change) => kind === "CHANGED" || !isEmptyValue(change.field, change.new));
}

function groupName(key: string, { groups }: ComparisonSetting): string {
  const made = parsedGroupKey(key);
  const group = groups.byId(key);
  const { parent, name } = made ?? { parent: group?.parent_name ?? null, name: group?.name ?? "" };
  return parent === null ? name : `${parent}->${name}`;
}
