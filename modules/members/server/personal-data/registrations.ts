import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { DELETION_FATES } from "../../contract.ts";
import type { Holder } from "../rights/permissions.ts";

/** What becomes of data when a person is anonymised, and why: a German sentence. */
export interface Deletion {
  fate: (typeof DELETION_FATES)[number];
  reason: string;
}

/** Part of the DSGVO file: everything a module holds about a person. */
export interface PersonalData {
  /** File name part and key in the JSON document, e.g. `messages`. */
  key: string;
  /** German heading. */
  title: string;
  /** What becomes of it when the person is anonymised; told before it is done. */
  deletion?: Deletion;
  load(
    tx: ReadTx,
    memberId: string,
  ): Promise<{ data: unknown; files?: { name: string; blobKey: string }[] }>;
}

/** Wipes what a module holds about a person, when the person is anonymised. */
export type Forgetter = (tx: WriteTx, memberId: string) => Promise<void>;

export interface GroupBulk {
  groupId: string;
  function: string | null;
  from: string | null;
}
/** Bulk actions on groups; answers how many members were changed. */
export interface GroupActions {
  add(tx: WriteTx, memberIds: readonly string[], group: GroupBulk, actor: Holder): Promise<number>;
  remove(
    tx: WriteTx,
    memberIds: readonly string[],
    groupId: string,
    actor: Holder,
  ): Promise<number>;
}

const personalData = new Map<string, PersonalData>();
const forgetting = new Map<string, Forgetter>();
let groups: GroupActions | undefined;

/** Adds a module's part to the DSGVO file of every person. Called when the module is loaded. */
export function registerPersonalData(part: PersonalData): void {
  personalData.set(part.key, part);
}

/** Adds what a module forgets of a person. Called when the module is loaded. */
export function registerForgetter(module: string, forget: Forgetter): void {
  forgetting.set(module, forget);
}

/** The module groups stands above this one, so it brings its actions itself. */
export function provideGroupActions(actions: GroupActions): void {
  groups = actions;
}

export function personalDataParts(): PersonalData[] {
  return [...personalData.values()];
}

export function forgetters(): Forgetter[] {
  return [...forgetting.values()];
}

export function groupActions(): GroupActions {
  if (groups === undefined) throw new Error("no module has provided the group actions");
  return groups;
}
