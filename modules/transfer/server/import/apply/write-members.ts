import {
  addToGroup,
  createGroup,
  joinForNewMembers,
  selectGroups,
} from "#modules/members/server/public.ts";
import { groupCreate } from "#modules/members/groups-contract.ts";
import { userCreate, userUpdate } from "#modules/members/contract.ts";
import {
  type GroupActor,
  type Holder,
  type MemberChange,
  memberCreation,
  outranks,
  selectRights,
  updateMembers,
} from "#modules/members/server/public.ts";
import { v7 as uuidv7 } from "uuid";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { asForm, mergeValues } from "../compare/field-values.ts";
import { foldName } from "../matching/persons.ts";
import { newGroupKey, parsedGroupKey } from "../compare/group-names.ts";
import { selectPresentMembers } from "../matching/member-queries.ts";
import { overlapping } from "../runs/run-pipelined.ts";
import {
  type RowToWrite,
  saveCreatedMembers,
  selectNumbersToGive,
  selectPartsToWrite,
  selectRowsToWrite,
} from "./rows-to-write-queries.ts";
import type { RunRecord } from "../runs/run-record.ts";
import type { FieldValues } from "../stored-values.ts";
import type { ImportRun, RowKind } from "../../../import-contract.ts";

const BATCH = 1_000;

type Written = NonNullable<ImportRun["applied"]>;

/** Writes everything that a run's rows would do, in the caller's transaction. */
export async function writeRun(
  tx: WriteTx,
  run: RunRecord,
  actor: GroupActor,
  today: string,
  onProgress: (done: number) => Promise<void>,
): Promise<Written> {
  const written: Written = {
    created: 0,
    updated: 0,
    left: 0,
    memberships: 0,
    groups: 0,
    skipped: 0,
  };
  const joining = new Map<string, string[]>();
  const newcomers: string[] = [];
  let done = 0;
  const each = async <Prepared>(
    kind: RowKind,
    {
      prepare,
      write,
    }: {
      prepare(rows: RowToWrite[]): Prepared | Promise<Prepared>;
      write(prepared: Prepared): Promise<void>;
    },
  ) => {
    await overlapping(await selectPartsToWrite(tx, run.id, kind, BATCH), {
      read: (part) => selectRowsToWrite(tx, run.id, kind, part),
      prepare: async (rows) => ({ count: rows.length, prepared: await prepare(rows) }),
      async write({ count, prepared }) {
        await write(prepared);
        done += count;
        await onProgress(done);
      },
    });
  };
  const join = ({ join_groups: keys }: RowToWrite, memberId: string) => {
    for (const key of keys) joining.getOrInsertComputed(key, () => []).push(memberId);
  };

  if (run.rules.onNew === "CREATE") {
    const creation = await memberCreation(tx, await selectNumbersToGive(tx, run.id));
    await each("NEW", {
      async prepare(rows) {
        const restored = rows.filter(isKnown);
        const created = rows
          .filter((row) => !isKnown(row))
          .map((row) => ({ row, id: row.member_id ?? uuidv7() }));
        const members = creation.prepare(
          created.map(({ row, id }) => ({
            id,
            values: userCreate.parse(asForm(newValues(row.changes))),
          })),
        );
        for (const { row, id } of created) join(row, id);
        for (const row of restored) join(row, row.member_id ?? "");
        return {
          restored,
          members,
          ids: created.map(({ id }) => id),
          unnoted: created
            .filter(({ row }) => row.member_id === null)
            .map(({ row, id }) => ({ number: row.number, id })),
        };
      },
      async write({ restored, members, unnoted, ids }) {
        await creation.write(members);
        await saveCreatedMembers(tx, run.id, unnoted);
        newcomers.push(...ids);
        await updateMembers(tx, await changesOf(tx, restored), actor);
        written.created += members.count + restored.length;
      },
    });
  }
  if (run.rules.onChanged !== "SKIP")
    await each("CHANGED", {
      async prepare(rows) {
        for (const row of rows) join(row, row.member_id ?? "");
        const changing = rows.filter(({ changes }) => Object.keys(changes ?? {}).length > 0);
        return { count: rows.length, changes: await changesOf(tx, changing) };
      },
      async write({ count, changes }) {
        await updateMembers(tx, changes, actor);
        written.updated += count;
      },
    });
  written.memberships += await joinForNewMembers(tx, newcomers);
  const made = await makeGroups(tx, [...joining.keys()], actor);
  written.groups = made.created;
  for (const [key, memberIds] of joining) {
    const groupId = made.ids.get(key) ?? key;
    written.memberships += await addToGroup(
      tx,
      memberIds,
      { groupId, function: null, from: null },
      actor,
    );
  }
  if (run.rules.onMissing === "SET_LEFT")
    await each("MISSING", {
      prepare: (rows) => rows,
      async write(rows) {
        written.left += await setLeft(tx, rows, actor, today);
      },
    });
  return written;
}

/** The members that were there when the run was compared, the trash included. */
function isKnown({ member_version: version }: RowToWrite): boolean {
  return version !== null;
}

function newValues(changes: RowToWrite["changes"]): FieldValues {
  return Object.fromEntries(
    Object.entries(changes ?? {}).map(([field, change]) => [field, change.new]),
  );
}

/**
 * Changed values over the records as they are; their versions have to be those that were compared.
 */
async function changesOf(tx: ReadTx, rows: readonly RowToWrite[]): Promise<MemberChange[]> {
  if (rows.length === 0) return [];
  const present = await selectPresentMembers(
    tx,
    rows.map(({ member_id: id }) => id ?? ""),
  );
  return rows.map((row) => {
    const member = present.get(row.member_id ?? "");
    const form = asForm(mergeValues(member?.values ?? {}, newValues(row.changes)));
    return {
      id: row.member_id ?? "",
      values: userUpdate.parse({ ...form, version: row.member_version }),
    };
  });
}

/**
 * Gives those who are missing their last day. Members with more rights than the actor, and every
 * administrator, stays.
 */
async function setLeft(
  tx: WriteTx,
  rows: readonly RowToWrite[],
  actor: Holder,
  today: string,
): Promise<number> {
  const present = await selectPresentMembers(
    tx,
    rows.map(({ member_id: id }) => id ?? ""),
  );
  const leaving = rows.filter(({ member_id: id }) => {
    const member = present.get(id ?? "");
    return member !== undefined && !member.inTrash && member.values["isAdmin"] !== true;
  });
  const allowed = await notOutranking(tx, leaving, actor);
  const changes = await changesOf(
    tx,
    allowed.map((row) => {
      const joined = present.get(row.member_id ?? "")?.values["joinedOn"];
      // A member who has not joined yet leaves on the day they would have joined.
      const leftOn = typeof joined === "string" && joined > today ? joined : today;
      return { ...row, changes: { leftOn: { old: null, new: leftOn } } };
    }),
  );
  await updateMembers(tx, changes, actor);
  return allowed.length;
}

async function notOutranking(
  tx: WriteTx,
  rows: readonly RowToWrite[],
  actor: Holder,
): Promise<RowToWrite[]> {
  const rights = await selectRights(
    tx,
    rows.map(({ member_id: id }) => id ?? ""),
  );
  const above = new Set(rights.filter((target) => outranks(target, actor)).map(({ id }) => id));
  return rows.filter(({ member_id: id }) => !above.has(id ?? ""));
}

/**
 * Makes the groups that rows name and the club does not have, parents before those below them;
 * returns ids by their keys.
 */
async function makeGroups(
  tx: WriteTx,
  keys: readonly string[],
  actor: GroupActor,
): Promise<{ ids: Map<string, string>; created: number }> {
  const ids = new Map<string, string>();
  const wanted = keys.flatMap((key) => {
    const path = parsedGroupKey(key);
    return path === undefined ? [] : [{ key, ...path }];
  });
  if (wanted.length === 0) return { ids, created: 0 };
  const known = new Map(
    (await selectGroups(tx)).map(({ id, name, parent_name: parent }) => [
      pathKey(parent, name),
      id,
    ]),
  );
  const topLevel = new Map((await selectGroups(tx)).map(({ id, name }) => [foldName(name), id]));
  let created = 0;
  const make = async (name: string, parentId: string | null) => {
    created++;
    return createGroup(tx, actor, groupCreate.parse({ name, parentId }));
  };
  for (const { key, parent, name } of wanted.toSorted(
    (a, b) => Number(a.parent !== null) - Number(b.parent !== null),
  )) {
    let id = known.get(pathKey(parent, name));
    if (id === undefined) {
      let parentId: string | null = null;
      if (parent !== null) {
        parentId = topLevel.get(foldName(parent)) ?? null;
        if (parentId === null) {
          parentId = await make(parent, null);
          topLevel.set(foldName(parent), parentId);
          known.set(pathKey(null, parent), parentId);
        }
      }
      id = await make(name, parentId);
      known.set(pathKey(parent, name), id);
      if (parent === null) topLevel.set(foldName(name), id);
    }
    ids.set(key, id);
  }
  return { ids, created };
}

function pathKey(parent: string | null, name: string): string {
  return newGroupKey(parent === null ? null : foldName(parent), foldName(name));
}
