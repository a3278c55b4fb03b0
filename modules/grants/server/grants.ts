import type { Permission } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Opener } from "#platform/server/group-openings.ts";
import { holds } from "#platform/server/http/principal.ts";
import type { Grant, GrantAccess, GrantLine } from "../contract.ts";
import {
  type GrantTable,
  type OpenedByGroup,
  replaceGrants,
  selectAccess,
  selectGrants,
  selectOpened,
  selectUnknown,
} from "./queries.ts";

/** What a person may use: everything, or the owners (calendars, shares) named, with how. */
export type Reach = "EVERYTHING" | ReadonlyMap<string, GrantAccess>;

/** What a member may use today: those with the `manage` permission everything, others by grants. */
export async function reachOf(
  tx: ReadTx,
  table: GrantTable,
  principal: Opener,
  manage: Permission,
): Promise<Reach> {
  return holds(principal, manage) ? "EVERYTHING" : selectAccess(tx, table, principal);
}

/**
 * Returns what belonging to these groups opens and the actor may not open so far. Grants reach the
 * actor only with the `query` permission; with `manage` nothing is beyond them.
 */
export async function openedBeyond(
  tx: ReadTx,
  table: GrantTable,
  actor: Opener,
  { query, manage }: { query: Permission; manage: Permission },
  groupIds: readonly string[],
): Promise<OpenedByGroup[]> {
  if (holds(actor, manage)) return [];
  const opened = await selectOpened(tx, table, groupIds);
  if (opened.length === 0) return [];
  const own: Reach = holds(actor, query) ? await selectAccess(tx, table, actor) : new Map();
  return opened.filter(({ ownerId, access }) =>
    access === "WRITE" ? !mayWrite(own, ownerId) : !mayRead(own, ownerId),
  );
}

/** Returns what each group opens by names, in the order of the owners given. */
export function namesByGroup(
  opened: readonly OpenedByGroup[],
  owners: readonly { id: string; name: string }[],
): Map<string, string[]> {
  const byOwner = Map.groupBy(opened, ({ ownerId }) => ownerId);
  const named = owners.flatMap(({ id, name }) =>
    (byOwner.get(id) ?? []).map(({ groupId, access }) => ({
      groupId,
      name: access === "WRITE" ? `${name} (Schreiben)` : name,
    })),
  );
  const groups = Map.groupBy(named, ({ groupId }) => groupId);
  return new Map([...groups].map(([id, lines]) => [id, lines.map(({ name }) => name)]));
}

export function mayRead(reach: Reach, ownerId: string): boolean {
  return reach === "EVERYTHING" || reach.has(ownerId);
}

export function mayWrite(reach: Reach, ownerId: string): boolean {
  return reach === "EVERYTHING" || reach.get(ownerId) === "WRITE";
}

/**
 * Replaces the list of grants as a whole; refuses groups and members that do not exist with 422 at
 * `grants.N.id`.
 */
export async function writeGrants(
  tx: WriteTx,
  table: GrantTable,
  ownerId: string,
  lines: readonly GrantLine[],
): Promise<void> {
  const unknown = await selectUnknown(tx, lines);
  if (unknown.length > 0) {
    const message = "Diese Gruppe oder dieses Mitglied gibt es nicht.";
    throw new AppError("UNPROCESSABLE", {
      errors: unknown.map((place) => ({ path: `grants.${place}.id`, code: "NOT_FOUND", message })),
    });
  }
  await replaceGrants(tx, table, ownerId, lines);
}

/** The lists of these owners as they are read. */
export async function grantsOf(
  tx: ReadTx,
  table: GrantTable,
  ownerIds: readonly string[],
): Promise<Map<string, Grant[]>> {
  const lists = new Map<string, Grant[]>(ownerIds.map((id) => [id, []]));
  for (const { ownerId, ...line } of await selectGrants(tx, table, ownerIds))
    lists.get(ownerId)?.push(line);
  return lists;
}
