import { selectGroupsBelow, selectViews } from "#modules/members/server/public.ts";
import { searchWords } from "#platform/contract/fold.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { RecipientSource } from "#platform/server/recipient-source.ts";
import type { OfferedSet } from "../../../contract.ts";
import { mayFilterRecipients, writesToEverybody } from "../rules.ts";
import { setWords } from "./set-words.ts";
import { countEverybody, selectFunctions, selectLeaders } from "./set-queries.ts";

/** More functions than a club has; beyond them are typing errors. */
const MOST_FUNCTIONS = 500;
/** Of each kind while nothing is typed. */
const FEW = 5;

/** Returns the sets that a picker offers the sender for what was typed. */
export async function offeredSets(
  tx: ReadTx,
  sender: Principal,
  { q = "", size }: { q?: string | undefined; size: number },
  sources: readonly RecipientSource[],
): Promise<OfferedSet[]> {
  const words = searchWords(q);
  const most = words.length === 0 ? FEW : size;
  const fits = (text: string) => {
    const folded = searchWords(text).join(" ");
    return words.every((word) => folded.includes(word));
  };
  const everybody = writesToEverybody(sender);
  const groupIds = everybody ? null : await selectGroupsBelow(tx, sender.ledGroupIds);
  if (groupIds?.length === 0) return [];
  return [
    ...(everybody && fits("Alle im Verein, alle Mitglieder") ? [await everybodyOf(tx)] : []),
    ...(fits("Alle Leiterinnen und Leiter, Leitung") ? await leadersOf(tx, groupIds) : []),
    ...(await functionsOf(tx, groupIds)).filter(({ label }) => fits(label)).slice(0, most),
    ...(await viewsOf(tx, sender)).filter(({ label }) => fits(label)).slice(0, most),
    ...(words.length === 0 ? [] : await eventsOf(tx, sender, words, sources)),
  ];
}

async function everybodyOf(tx: ReadTx): Promise<OfferedSet> {
  const set = { kind: "EVERYBODY" } as const;
  return { set, label: setWords(set), count: await countEverybody(tx) };
}

async function leadersOf(tx: ReadTx, groupIds: readonly string[] | null): Promise<OfferedSet[]> {
  const { length } = await selectLeaders(tx, groupIds);
  if (length === 0) return [];
  return [{ set: { kind: "LEADERS" }, label: "Alle Leiterinnen und Leiter", count: length }];
}

async function functionsOf(tx: ReadTx, groupIds: readonly string[] | null): Promise<OfferedSet[]> {
  const found = await selectFunctions(tx, groupIds, MOST_FUNCTIONS);
  return found.map(({ name, count }) => ({
    set: { kind: "FUNCTION", function: name },
    label: name,
    count,
  }));
}

async function viewsOf(tx: ReadTx, sender: Principal): Promise<OfferedSet[]> {
  if (!mayFilterRecipients(sender)) return [];
  return (await selectViews(tx, sender.userId)).map(({ id, name }) => ({
    set: { kind: "VIEW", viewId: id },
    label: `Ansicht „${name}“`,
    count: null,
  }));
}

async function eventsOf(
  tx: ReadTx,
  sender: Principal,
  words: readonly string[],
  sources: readonly RecipientSource[],
): Promise<OfferedSet[]> {
  const offered: OfferedSet[] = [];
  for (const source of sources) {
    for (const { id, label, count } of await source.offer(tx, sender, words, FEW))
      offered.push({ set: { kind: source.kind, eventId: id, states: [] }, label, count });
  }
  return offered;
}
