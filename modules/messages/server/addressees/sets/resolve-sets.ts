import { readSavedView, selectedIds, selectGroupsBelow } from "#modules/members/server/public.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { RecipientSource } from "#platform/server/recipient-source.ts";
import type { RecipientSet } from "../../../contract.ts";
import { selectNamedGroups } from "../addressee-queries.ts";
import { mayFilterRecipients, writesToEverybody } from "../rules.ts";
import { setWords } from "./set-words.ts";
import { selectEverybody, selectLeaders, selectWithFunction } from "./set-queries.ts";

/** A set with the people of today who are in it. */
export interface ResolvedSet {
  set: RecipientSet;
  /** As its sender sees it. */
  label: string;
  /** As recipients see it: what the office calls a view is not theirs to read. */
  publicLabel: string;
  memberIds: readonly string[];
  guests: number;
  /** Not everybody in it has to be somebody whom the sender may write to. */
  mixed: boolean;
}

interface Asked {
  tx: ReadTx;
  sender: Principal;
  sources: readonly RecipientSource[];
  /** Where the set stands, for what is said about it. */
  path: string;
}

/**
 * Returns who is in these sets today. Refuses sets that are not the sender's to use with 403 and
 * those that name what is gone with 422, at their place.
 */
export async function resolveSets(
  tx: ReadTx,
  sender: Principal,
  sets: readonly RecipientSet[],
  sources: readonly RecipientSource[],
): Promise<ResolvedSet[]> {
  const resolved: ResolvedSet[] = [];
  for (const [index, set] of sets.entries()) {
    const asked = { tx, sender, sources, path: `recipientSets.${index}` };
    const found = await resolve(set, asked);
    resolved.push({ set, guests: 0, mixed: false, publicLabel: found.label, ...found });
  }
  return resolved;
}

type Found = Pick<ResolvedSet, "label" | "memberIds"> &
  Partial<Pick<ResolvedSet, "publicLabel" | "guests" | "mixed">>;

async function resolve(set: RecipientSet, asked: Asked): Promise<Found> {
  const { tx, sender } = asked;
  switch (set.kind) {
    case "EVERYBODY":
      if (!writesToEverybody(sender)) throw notAllowed(asked);
      return { label: setWords(set), memberIds: await selectEverybody(tx) };
    case "LEADERS": {
      const { groupIds, name } = await groupsOf(set.groupId ?? null, asked);
      return {
        label: name === null ? "Alle Leiterinnen und Leiter" : `Leitung von ${name}`,
        memberIds: await selectLeaders(tx, groupIds),
      };
    }
    case "FUNCTION": {
      const { groupIds, name } = await groupsOf(set.groupId ?? null, asked);
      return {
        label: name === null ? set.function : `${set.function} in ${name}`,
        memberIds: await selectWithFunction(tx, set.function, groupIds),
      };
    }
    case "VIEW": {
      if (!mayFilterRecipients(sender)) throw notAllowed(asked);
      const { name, filter } = await readSavedView(tx, set.viewId, sender, asked.path);
      return {
        label: `Ansicht „${name}“`,
        publicLabel: setWords(set),
        memberIds: await selectedIds(tx, { filter }, sender),
      };
    }
    case "FILTER":
      if (!mayFilterRecipients(sender)) throw notAllowed(asked);
      return { label: setWords(set), memberIds: await selectedIds(tx, set, sender) };
    case "EVENT":
      return { ...(await peopleOfEvent(set, asked)), mixed: true };
  }
}

/** The groups in which people are looked for; null: in all. */
async function groupsOf(
  groupId: string | null,
  asked: Asked,
): Promise<{ groupIds: string[] | null; name: string | null }> {
  const { tx, sender } = asked;
  const led = writesToEverybody(sender) ? null : await selectGroupsBelow(tx, sender.ledGroupIds);
  if (groupId === null) {
    if (led?.length === 0) throw notAllowed(asked);
    return { groupIds: led, name: null };
  }
  if (led !== null && !led.includes(groupId)) throw notAllowed(asked);
  const [group] = await selectNamedGroups(tx, [groupId]);
  if (group === undefined) throw gone(asked, "Diese Gruppe gibt es nicht mehr.");
  return { groupIds: await selectGroupsBelow(tx, [groupId]), name: group.name };
}

async function peopleOfEvent(
  { eventId, states }: Extract<RecipientSet, { kind: "EVENT" }>,
  asked: Asked,
): Promise<Found> {
  for (const source of asked.sources) {
    if (source.kind !== "EVENT") continue;
    const found = await source.find(asked.tx, asked.sender, { id: eventId, states });
    if (found !== undefined) return found;
  }
  throw gone(asked, "Diesen Termin gibt es nicht mehr, oder Sie organisieren ihn nicht.");
}

function notAllowed({ path }: Asked): AppError {
  const message = "An diese Auswahl können Sie nicht schreiben.";
  return fieldProblem(path, message, "NOT_ALLOWED", "FORBIDDEN");
}

function gone({ path }: Asked, message: string): AppError {
  return fieldProblem(path, message, "NOT_FOUND", "UNPROCESSABLE");
}
