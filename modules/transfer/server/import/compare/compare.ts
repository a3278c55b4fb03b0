import { selectReservedAddresses } from "#modules/identity/server/public.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import { selectGroups } from "#modules/members/server/public.ts";
import {
  type GroupActor,
  openedBy,
  selectRights,
  selectToday,
} from "#modules/members/server/public.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { MappingEntry } from "../../../mapping-contract.ts";
import { transferFields } from "../../../member-fields.ts";
import { compareRow, type ComparisonSetting, type MemberRights } from "./compare-row.ts";
import { GroupNames } from "./group-names.ts";
import { type FileKnowledge, KnownPersons, type Match } from "../matching/known-persons.ts";
import {
  type PresentMember,
  selectPersons,
  selectPresentMembers,
} from "../matching/member-queries.ts";
import { overlapping } from "../runs/run-pipelined.ts";
import { Features, personOf } from "../matching/persons.ts";
import { RowsBefore } from "./rows-before.ts";
import type { Outcome, StagedRow } from "../rows/row-record.ts";
import { selectPartsOfFile, selectStagedRows } from "../rows/staged-row-queries.ts";
import {
  insertMissingRows,
  saveOutcomes,
  selectLinesOfMembers,
  selectNumbersInFile,
} from "../rows/outcome-queries.ts";
import type { RunRecord } from "../runs/run-record.ts";
import { selectMembersOfSource } from "../sources/source-queries.ts";
import type { RowProblem } from "../stored-values.ts";

const BATCH = 1_000;

/** What comparing a run's rows needs, read once. */
export async function comparisonSetting(
  tx: ReadTx,
  { rules, entries, scheduled }: Pick<RunRecord, "rules" | "entries" | "scheduled">,
  actor: GroupActor,
): Promise<ComparisonSetting> {
  const definitions = await customFields(tx);
  const groups = await selectGroups(tx);
  const opened = await openedBy(
    tx,
    actor,
    groups.map(({ id }) => id),
  );
  const shown = groups.map(({ id, name, parent_name }) => ({ id, name, groupName: parent_name }));
  const fields = new Map(
    transferFields(false, definitions, shown).map((field) => [field.key, field]),
  );
  const places = new Map([...fields.keys()].map((key, place) => [key, place]));
  return {
    rules,
    restores: !scheduled,
    actor,
    customFields: definitions,
    groups: new GroupNames(groups, rules, actor, opened),
    today: await selectToday(tx),
    reservedAddresses: await selectReservedAddresses(tx),
    columnOf: columnsByField(entries ?? []),
    placeOf: (field) => places.get(field) ?? places.size,
    kindOf: (field) => fields.get(field)?.kind ?? "TEXT",
    labelOf: (field) => fields.get(field)?.name ?? field,
  };
}

function columnsByField(entries: readonly MappingEntry[]): (field: string) => string | null {
  const columns = new Map(
    entries
      .filter(({ sourceField }) => sourceField !== "")
      .map(({ sourceField, targetField }) => [targetField, sourceField]),
  );
  return (field) => columns.get(field) ?? null;
}

/**
 * Compares all rows of a run with the club as it is in this transaction, and finds who is missing.
 */
export async function compareRun(
  tx: WriteTx,
  run: RunRecord,
  actor: GroupActor,
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  const setting = await comparisonSetting(tx, run, actor);
  const known = new KnownPersons(await selectPersons(tx));
  const file = await fileKnowledge(tx, run);
  const before = new RowsBefore();
  let done = 0;
  const parts = await selectPartsOfFile(tx, run.id, BATCH);
  await overlapping(parts, {
    read: async (part) =>
      whomTheyMean(tx, await selectStagedRows(tx, run.id, part), setting, { known, file }),
    prepare: (meant) => outcomesOf(meant, setting, before),
    async write(outcomes) {
      await saveOutcomes(tx, run.id, outcomes);
      done += outcomes.length;
      await onProgress(done);
    },
  });
  const missing = [...file.ofSource].filter((id) => !before.members.has(id));
  if (run.source_id !== null) await insertMissingRows(tx, run.id, missing, parts.at(-1)?.last ?? 0);
}

/** Compares some rows again, those that were decided about. */
export async function compareRows(
  tx: WriteTx,
  run: Pick<RunRecord, "id" | "source_id">,
  rows: readonly StagedRow[],
  setting: ComparisonSetting,
): Promise<void> {
  const before = new RowsBefore();
  const decided = rows.flatMap(({ decided_member: id }) => (id === null ? [] : [id]));
  const own = rows.map(({ number }) => number);
  for (const { member_id: id, line } of await selectLinesOfMembers(tx, run.id, decided, own))
    before.note(id, line);
  const known = new KnownPersons(await selectPersons(tx));
  const meant = await whomTheyMean(tx, rows, setting, {
    known,
    file: await fileKnowledge(tx, run),
  });
  await saveOutcomes(tx, run.id, outcomesOf(meant, setting, before));
}

async function fileKnowledge(
  tx: ReadTx,
  { id, source_id: source }: Pick<RunRecord, "id" | "source_id">,
): Promise<FileKnowledge> {
  return {
    numbers: new Set(await selectNumbersInFile(tx, id)),
    ofSource: new Set(source === null ? [] : await selectMembersOfSource(tx, source)),
  };
}

/** What is known of the whole club and the whole file. */
interface Surroundings {
  known: KnownPersons;
  file: FileKnowledge;
}

/** A row with whom it means, as the club has them. */
interface MeantRow {
  row: StagedRow;
  features: Features;
  match: Match;
  present: PresentMember | undefined;
  rights: MemberRights | undefined;
}

async function whomTheyMean(
  tx: ReadTx,
  rows: readonly StagedRow[],
  setting: ComparisonSetting,
  { known, file }: Surroundings,
): Promise<MeantRow[]> {
  const meant = rows.map((row) => {
    const features = new Features(personOf(row.given));
    return { row, features, match: matchOf(row, features, known, setting, file) };
  });
  const matched = [
    ...new Set(meant.flatMap(({ match }) => (match.kind === "MEMBER" ? [match.id] : []))),
  ];
  const present = await selectPresentMembers(tx, matched);
  const rights = setting.actor.isAdmin ? [] : await selectRights(tx, matched);
  const rightsById = new Map(rights.map((found) => [found.id, found]));
  return meant.map((one) => {
    const id = one.match.kind === "MEMBER" ? one.match.id : "";
    return { ...one, present: present.get(id), rights: rightsById.get(id) };
  });
}

/** What the rows would do, in their order: what those before said counts. */
function outcomesOf(
  meant: readonly MeantRow[],
  setting: ComparisonSetting,
  before: RowsBefore,
): Outcome[] {
  return meant.map(({ row, features, match: found, present, rights }) => {
    // Two of one name in a file, one in the club: which of them it is has to be asked.
    const match =
      found.kind === "MEMBER" && found.onlyByName !== undefined && before.isTaken(found.id)
        ? found.onlyByName
        : found;
    if (match.kind === "AMBIGUOUS")
      before.mayMean(match.candidates.map((candidate) => candidate.id));
    const isMember = match.kind === "MEMBER";
    const earlier: RowProblem[] = before.claim(
      row,
      isMember ? match.id : undefined,
      setting.columnOf("memberNumber"),
    );
    const hints: RowProblem[] = match.kind === "NOBODY" ? before.similar(row, features) : [];
    return compareRow(row, match, setting, {
      present: isMember ? present : undefined,
      rights: isMember ? rights : undefined,
      earlier,
      hints,
    });
  });
}

function matchOf(
  row: StagedRow,
  features: Features,
  known: KnownPersons,
  { rules }: ComparisonSetting,
  file: FileKnowledge,
): Match {
  if (row.decision === "NEW") return { kind: "NOBODY" };
  if (
    row.decision === "MEMBER" &&
    row.decided_member !== null &&
    known.person(row.decided_member) !== undefined
  )
    return { kind: "MEMBER", id: row.decided_member };
  return known.match(row, features, rules.matchKeys, file);
}
