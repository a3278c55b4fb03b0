import { v7 as uuidv7 } from "uuid";
import type { Permission } from "#platform/contract/permissions.ts";
import type { FieldKind } from "../../../member-fields.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { ADDRESS_IS_USERNAME } from "#modules/identity/server/public.ts";
import { PROTECTED_USER_FIELDS, userCreate, userUpdate } from "#modules/members/contract.ts";
import {
  type Holder,
  impossibleDates,
  memberProblems,
  outranks,
} from "#modules/members/server/public.ts";
import {
  asForm,
  fieldOfPath,
  groupsByColumn,
  isEmptyValue,
  memberFieldsOf,
  mergeValues,
  writtenValue,
} from "./field-values.ts";
import { sameValue } from "../../mapping/values/same-value.ts";
import { genderOfSalutation } from "../../mapping/values/salutations.ts";
import { type GroupNames, newGroupKey } from "./group-names.ts";
import type { Match } from "../matching/known-persons.ts";
import type { PresentMember } from "../matching/member-queries.ts";
import { holdsBack, leftOut } from "../rows/row-reader.ts";
import type { Outcome, StagedRow } from "../rows/row-record.ts";
import type { FieldValue } from "../../mapping/values/read-values.ts";
import type { FieldValues, ImportRules, RowProblem } from "../stored-values.ts";

/** What comparing a row needs to know besides the row. */
export interface ComparisonSetting {
  rules: ImportRules;
  /**
   * Whether members in the trash come back: no reader watches a scheduled run that would undo
   * what the office did.
   */
  restores: boolean;
  actor: Holder;
  customFields: readonly CustomField[];
  groups: GroupNames;
  today: string;
  /** Login names that are addresses and nobody else's, in small letters, by whom they belong to. */
  reservedAddresses: ReadonlyMap<string, string>;
  kindOf(field: string): FieldKind;
  /** Where a field stands among all of them. */
  placeOf(field: string): number;
  /** Column of the file that fills a field. */
  columnOf(field: string): string | null;
  labelOf(field: string): string;
}

export interface MemberRights {
  isAdmin: boolean;
  permissions: Iterable<Permission>;
}

const PROTECTED = new Set<string>(PROTECTED_USER_FIELDS);

/** Fields that lead to the login: only those with the same rights change them. */
const LOGIN_FIELDS = ["email", "leftOn"] as const;

/** What a row would do. All problems at once, so that a file is mended in one go. */
export function compareRow(
  row: StagedRow,
  match: Match,
  setting: ComparisonSetting,
  {
    present,
    rights,
    earlier,
    hints,
  }: {
    present: PresentMember | undefined;
    rights: MemberRights | undefined;
    earlier: RowProblem[];
    hints: RowProblem[];
  },
): Outcome {
  const { rules } = setting;
  const problems = [...row.read_problems, ...earlier];
  hints.push(...row.read_hints);
  const outcome: Outcome = {
    number: row.number,
    kind: "FAULTY",
    member_id: present?.id ?? null,
    member_version: present?.version ?? null,
    changes: null,
    join_groups: [],
    undecided: false,
    problems,
    hints,
    candidates: [],
  };
  const at = (field: string, message: string) => {
    const column = setting.columnOf(field);
    if (
      !problems.some(
        (known) => known.column === column && (column !== null || known.message === message),
      )
    )
      problems.push({
        column,
        message:
          column === null && field !== "" ? `${setting.labelOf(field)}: ${message}` : message,
      });
  };
  if (match.kind === "FAULTY") at(match.field, match.message);
  const { joining, undecided } = groupsToJoin(row, setting, present, at, hints);
  const { changes, faults } = judged(
    withGender(row.given, present, setting),
    present,
    setting,
    hints,
  );
  if (match.kind !== "FAULTY") for (const { field, message } of faults) at(field, message);
  if (
    present !== undefined &&
    rights !== undefined &&
    outranks(rights, setting.actor) &&
    (present.inTrash || LOGIN_FIELDS.some((field) => field in changes))
  )
    at(
      "",
      "Diese Person hat mehr Rechte als Sie. E-Mail und Austritt kann nur jemand mit denselben Rechten ändern.",
    );
  // Only that is left: it waits for a decision, and nobody has to mend the file.
  outcome.undecided = problems.length === 0 && undecided.length > 0;
  for (const message of undecided) at("groups", message);
  if (problems.length > 0) return outcome;
  if (match.kind === "AMBIGUOUS")
    return {
      ...outcome,
      kind: "AMBIGUOUS",
      changes,
      join_groups: joining,
      problems: [{ column: null, message: match.message }],
      candidates: match.candidates,
    };
  if (present?.inTrash === true && !setting.restores) {
    hints.push({
      column: null,
      message: "Liegt im Papierkorb und bleibt dort, weil der Import nach Zeitplan läuft.",
    });
    return { ...outcome, kind: "SAME", changes: {} };
  }
  const isNew = present === undefined || present.inTrash;
  if (present?.inTrash === true)
    hints.push({ column: null, message: "Liegt im Papierkorb und wird wiederhergestellt." });
  const kind = isNew
    ? "NEW"
    : Object.keys(changes).length > 0 || joining.length > 0
      ? "CHANGED"
      : "SAME";
  if (kind === "NEW" && rules.onNew === "SKIP")
    hints.push({
      column: null,
      message: "Neue Mitglieder werden nach den Einstellungen nicht angelegt.",
    });
  // Said of open fields only: of the others it would tell that they differ.
  const isOpenChange =
    joining.length > 0 || Object.keys(changes).some((field) => !PROTECTED.has(field));
  if (kind === "CHANGED" && isOpenChange && rules.onChanged === "SKIP")
    hints.push({
      column: null,
      message: "Änderungen werden nach den Einstellungen nicht übernommen.",
    });
  // Who is going to be made has an id from here on, so that writing need not come back to the row.
  const made = present === undefined && rules.onNew === "CREATE" ? uuidv7() : outcome.member_id;
  return { ...outcome, kind, member_id: made, changes, join_groups: joining };
}

/** `Frau` tells the gender of somebody of whom nothing else does. */
function withGender(
  given: FieldValues,
  present: PresentMember | undefined,
  { columnOf }: ComparisonSetting,
): FieldValues {
  const gender = genderOfSalutation(given["salutation"]);
  const isKnown = columnOf("gender") !== null || !isEmptyValue("gender", present?.values["gender"]);
  return gender === undefined || isKnown ? given : { ...given, gender };
}

/**
 * What a row would change, and what is wrong with it. Faults in fields that are not needed take the
 * value away and not the row.
 */
function judged(
  all: FieldValues,
  present: PresentMember | undefined,
  setting: ComparisonSetting,
  hints: RowProblem[],
): { changes: ReturnType<typeof changesOf>; faults: ReturnType<typeof valueProblems> } {
  const holds = holdsBack(setting.rules);
  const given = { ...all };
  for (;;) {
    const changes = changesOf(given, present, setting);
    const faults = valueProblems(given, present, changes, setting);
    const left = faults.filter(
      ({ field }) => !holds(field) && Object.hasOwn(given, field) && given[field] !== null,
    );
    if (left.length === 0) return { changes, faults };
    for (const { field, message } of left) {
      if (!Object.hasOwn(given, field)) continue;
      delete given[field];
      const column = setting.columnOf(field);
      hints.push(
        leftOut({
          column,
          message: column === null ? `${setting.labelOf(field)}: ${message}` : message,
        }),
      );
    }
  }
}

/** Fields whose value differs; with FILL_EMPTY only those that were empty. */
function changesOf(
  given: FieldValues,
  present: PresentMember | undefined,
  { rules, kindOf }: ComparisonSetting,
): Record<string, { old: FieldValue; new: FieldValue }> {
  const changes: [string, { old: FieldValue; new: FieldValue }][] = [];
  const country = given["country"] ?? present?.values["country"];
  for (const [field, value] of memberFieldsOf(given)) {
    const old = present?.values[field] ?? null;
    const wanted = writtenValue(field, value);
    const same =
      old === wanted ||
      sameValue(
        { kind: kindOf(field) },
        old,
        wanted,
        typeof country === "string" ? country : undefined,
      );
    if (same || (present === undefined && isEmptyValue(field, wanted))) continue;
    if (
      present !== undefined &&
      !present.inTrash &&
      rules.onChanged === "FILL_EMPTY" &&
      !isEmptyValue(field, old)
    )
      continue;
    changes.push([field, { old, new: wanted }]);
  }
  return Object.fromEntries(changes);
}

/**
 * Everything that a form would refuse, in the record as it would become; of what the file doesn't
 * speak of only what is impossible.
 */
function valueProblems(
  given: FieldValues,
  present: PresentMember | undefined,
  changes: Record<string, { new: FieldValue }>,
  { customFields, today, reservedAddresses }: ComparisonSetting,
): { field: string; message: string }[] {
  const becomes = {
    ...protectedValues(given),
    ...Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change.new])),
  };
  const form = asForm(
    present === undefined ? mergeValues({}, given) : mergeValues(present.values, becomes),
  );
  const lastname = form["lastname"];
  const named = { ...form, lastname: typeof lastname === "string" ? lastname : "" };
  const parsed =
    present === undefined
      ? userCreate.safeParse(named)
      : userUpdate.safeParse({ ...named, version: present.version });
  if (!parsed.success)
    return parsed.error.issues.map((issue) => ({
      field: fieldOfPath(issue.path.join(".")),
      message: issue.message,
    }));
  const { email } = parsed.data;
  const owner = reservedAddresses.get((email ?? "").toLowerCase());
  const isReserved = "email" in changes && owner !== undefined && owner !== present?.id;
  return [
    ...memberProblems(parsed.data, customFields, today),
    ...impossibleDates(parsed.data),
    ...(isReserved
      ? [{ path: "email", code: "ADDRESS_IS_USERNAME", message: ADDRESS_IS_USERNAME }]
      : []),
  ]
    .filter(
      ({ path, code }) =>
        present === undefined || code !== "REQUIRED" || fieldOfPath(path) in changes,
    )
    .map(({ path, message }) => ({ field: fieldOfPath(path), message }));
}

/**
 * Protected fields as the file gives them. They are checked whether they change anything or not: a
 * fault would tell those who may not see them what is stored.
 */
function protectedValues(given: FieldValues): FieldValues {
  return Object.fromEntries(
    PROTECTED_USER_FIELDS.flatMap((field) => {
      const value = given[field];
      return value === undefined ? [] : [[field, writtenValue(field, value)]];
    }),
  );
}

/** The groups that the row brings, and which of its names somebody has to decide about. */
function groupsToJoin(
  row: StagedRow,
  { groups }: ComparisonSetting,
  present: PresentMember | undefined,
  at: (field: string, message: string) => void,
  hints: RowProblem[],
): { joining: string[]; undecided: string[] } {
  const undecided: string[] = [];
  const joining = new Set<string>();
  const inGroup = new Set(present?.inTrash === true ? [] : present?.groupIds);
  const join = (field: string, group: { id: string; name: string }) => {
    if (inGroup.has(group.id)) return;
    const refusal = groups.refusalToJoin(group);
    if (refusal === undefined) joining.add(group.id);
    else at(field, refusal);
  };
  for (const name of row.group_names) {
    const meant = groups.meaning(name, row.group_names);
    if (meant.kind === "PROBLEM" && meant.open) undecided.push(meant.message);
    if (meant.kind === "PROBLEM" && !meant.open) at("groups", meant.message);
    if (meant.kind === "NONE")
      hints.push({ column: null, message: `Die Gruppe „${name}“ wird nicht übernommen.` });
    if (meant.kind === "NEW") {
      const refusal = groups.refusalToJoinBelow(meant.parent);
      if (refusal === undefined) joining.add(newGroupKey(meant.parent, meant.name));
      else at("groups", refusal);
    }
    if (meant.kind === "GROUP") join("groups", meant.group);
  }
  for (const id of groupsByColumn(row.given)) {
    const group = groups.byId(id);
    if (group === undefined) at(`group:${id}`, "Diese Gruppe gibt es nicht mehr.");
    else {
      const meant = groups.allowed(group);
      if (meant.kind === "PROBLEM") at(`group:${id}`, meant.message);
      else join(`group:${id}`, group);
    }
  }
  return { joining: [...joining], undecided };
}
