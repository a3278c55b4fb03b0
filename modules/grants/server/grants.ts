import type { Permission } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { Grant, GrantAccess, GrantLine } from "../contract.ts";
import {
  type GrantTable,
  replaceGrants,
  selectAccess,
  selectGrants,
  selectUnknown,
} from "./queries.ts";

/** What a person may use: everything, or the owners (calendars, shares) named, with how. */
export type Reach = "EVERYTHING" | ReadonlyMap<string, GrantAccess>;

/** What a member may use today: those with the `manage` permission everything, others by grants. */
export async function reachOf(
  tx: ReadTx,
  table: GrantTable,
  principal: Principal,
  manage: Permission,
): Promise<Reach> {
  return holds(principal, manage) ? "EVERYTHING" : selectAccess(tx, table, principal);
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
