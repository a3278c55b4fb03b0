import { addToGroup, createGroup, selectGroups } from "#modules/groups/server/public.ts";
import { groupCreate } from "#modules/groups/contract.ts";
import { userCreate, userUpdate } from "#modules/users/contract.ts";
import { createCheckedMembers, type Holder, outranks, selectRights, updateMembers } from "#modules/users/server/public.ts";
import type { WriteTx } from "#platform/server/database.ts";
import { asForm, merged } from "./field-values.ts";
import { folded } from "./persons.ts";
import { newGroupKey, parsedGroupKey } from "./group-names.ts";
import { selectPresentMembers } from "./member-queries.ts";
import { type RowRecord, saveCreatedMembers, selectRowsToWrite } from "./row-queries.ts";
import type { RunRecord } from "./run-queries.ts";
import type { ImportRun, RowKind } from "../../import-contract.ts";

const BATCH = 1_000;

type Written = NonNullable<ImportRun["applied"]>;

/** Writes everything that a run's rows would do, in the caller's transaction. */
export async function writeRun(tx: WriteTx, run: RunRecord, actor: Holder, today: string, onProgress: (done: number) => Promise<void>): Promise<Written> {
  const written: Written = { created: 0, updated: 0, left: 0, memberships: 0, groups: 0, skipped: 0 };
  const joining = new Map<string, string[]>();
  let done = 0;
  const each = async (kind: RowKind, work: (rows: RowRecord[]) => Promise<void>) => {
    let last = 0;
    for (;;) {
      const rows = await selectRowsToWrite(tx, run.id, kind, last, BATCH);
      if (rows.length === 0) return;
      await work(rows);
      last = rows.at(-1)?.number ?? last;
      done += rows.length;
      await onProgress(done);
    }
  };
  const join = (memberId: string, keys: readonly string[]) => {
    for (const key of keys) joining.getOrInsertComputed(key, () => []).push(memberId);
  };

  if (run.rules.onNew === "CREATE")
    await each("NEW", async (rows) => {
      const restored = rows.filter(({ member_id: id }) => id !== null);
      const created = rows.filter(({ member_id: id }) => id === null);
      const ids = await createCheckedMembers(
        tx,
        created.map(({ changes }) => userCreate.parse(asForm(newValues(changes)))),
      );
      await saveCreatedMembers(
        tx,
        run.id,
        created.map(({ number }, index) => ({ number, id: ids[index] ?? "" })),
      );
      await update(tx, restored, actor);
      for (const [index, row] of created.entries()) join(ids[index] ?? "", row.join_groups);
      for (const row of restored) join(row.member_id ?? "", row.join_groups);
      written.created += rows.length;
    });
  if (run.rules.onChanged !== "SKIP")
    await each("CHANGED", async (rows) => {
      await update(
        tx,
        rows.filter(({ changes }) => Object.keys(changes ?? {}).length > 0),
        actor,
      );
      for (const row of rows) join(row.member_id ?? "", row.join_groups);
      written.updated += rows.length;
    });
  const made = await makeGroups(tx, [...joining.keys()], actor);
  written.groups = made.created;
  for (const [key, memberIds] of joining) {
    const groupId = made.ids.get(key) ?? key;
    written.memberships += await addToGroup(tx, memberIds, { groupId, function: null, from: null }, actor);
  }
  if (run.rules.onMissing === "SET_LEFT")
    await each("MISSING", async (rows) => {
      written.left += await setLeft(tx, rows, actor, today);
    });
  return written;
}

function newValues(changes: RowRecord["changes"]): Record<string, RowRecord["given"][string]> {
  return Object.fromEntries(Object.entries(changes ?? {}).map(([field, change]) => [field, change.new]));
}

/** Writes changed values over the record as it is; its version has to be the one that was compared. */
async function update(tx: WriteTx, rows: readonly RowRecord[], actor: Holder): Promise<void> {
  if (rows.length === 0) return;
  const present = await selectPresentMembers(
    tx,
    rows.map(({ member_id: id }) => id ?? ""),
  );
  await updateMembers(
    tx,
    rows.map((row) => {
      const member = present.get(row.member_id ?? "");
      const form = asForm(merged(member?.values ?? {}, newValues(row.changes)));
      return { id: row.member_id ?? "", values: userUpdate.parse({ ...form, version: row.member_version }) };
    }),
    actor,
  );
}

/** Gives those who are missing their last day. Whoever has more rights than the actor, and every administrator, stays. */
async function setLeft(tx: WriteTx, rows: readonly RowRecord[], actor: Holder, today: string): Promise<number> {
  const present = await selectPresentMembers(
    tx,
    rows.map(({ member_id: id }) => id ?? ""),
  );
  const leaving = rows.filter(({ member_id: id }) => {
    const member = present.get(id ?? "");
    return member !== undefined && !member.inTrash && member.values["isAdmin"] !== true;
  });
  const allowed = await notOutranking(tx, leaving, actor);
  await update(
    tx,
    allowed.map((row) => {
      const joined = present.get(row.member_id ?? "")?.values["joinedOn"];
      // Whoever has not joined yet leaves on the day they would have joined.
      const leftOn = typeof joined === "string" && joined > today ? joined : today;
      return { ...row, changes: { leftOn: { old: null, new: leftOn } } };
    }),
    actor,
  );
  return allowed.length;
}

async function notOutranking(tx: WriteTx, rows: readonly RowRecord[], actor: Holder): Promise<RowRecord[]> {
  const rights = await selectRights(
    tx,
    rows.map(({ member_id: id }) => id ?? ""),
  );
  const above = new Set(rights.filter((target) => outranks(target, actor)).map(({ id }) => id));
  return rows.filter(({ member_id: id }) => !above.has(id ?? ""));
}

/** Makes the groups that rows name and nobody knows, parents before those below them; answers ids by their keys. */
async function makeGroups(tx: WriteTx, keys: readonly string[], actor: Holder): Promise<{ ids: Map<string, string>; created: number }> {
  const ids = new Map<string, string>();
  const wanted = keys.flatMap((key) => {
    const path = parsedGroupKey(key);
    return path === undefined ? [] : [{ key, ...path }];
  });
  if (wanted.length === 0) return { ids, created: 0 };
  const known = new Map((await selectGroups(tx)).map(({ id, name, parent_name: parent }) => [pathKey(parent, name), id]));
  const topLevel = new Map((await selectGroups(tx)).map(({ id, name }) => [folded(name), id]));
  let created = 0;
  const make = async (name: string, parentId: string | null) => {
    created++;
    return createGroup(tx, actor, groupCreate.parse({ name, parentId }));
  };
  for (const { key, parent, name } of wanted.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null))) {
    let id = known.get(pathKey(parent, name));
    if (id === undefined) {
      let parentId: string | null = null;
      if (parent !== null) {
        parentId = topLevel.get(folded(parent)) ?? null;
        if (parentId === null) {
          parentId = await make(parent, null);
          topLevel.set(folded(parent), parentId);
          known.set(pathKey(null, parent), parentId);
        }
      }
      id = await make(name, parentId);
      known.set(pathKey(parent, name), id);
      if (parent === null) topLevel.set(folded(name), id);
    }
    ids.set(key, id);
  }
  return { ids, created };
}

function pathKey(parent: string | null, name: string): string {
  return newGroupKey(parent === null ? null : folded(parent), folded(name));
}
