import { mayRead, mayWrite, type Reach, reachOf } from "#modules/grants/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import { SHARE_KINDS, type ShareKind } from "../../contract.ts";
import {
  selectShare,
  selectShareNames,
  SHARE_GRANTS,
  type ShareName,
  type ShareRecord,
} from "./share-queries.ts";

interface KindPermissions {
  query: Permission;
  manage: Permission;
}

export const PERMISSIONS_OF: Record<ShareKind, KindPermissions> = {
  DOCUMENTS: { query: "QUERY_FILESHARE", manage: "MANAGE_FILESHARE" },
  IMAGES: { query: "QUERY_IMAGESHARE", manage: "MANAGE_IMAGESHARE" },
};

/** READ: see and download; WRITE: upload, change, delete; MANAGE: the share itself. */
export type Need = "READ" | "WRITE" | "MANAGE";

/** A share that the caller may use, and how far. */
export interface ShareAccess {
  share: ShareRecord;
  writes: boolean;
  manages: boolean;
}

export function managesKind(principal: Principal, kind: ShareKind): boolean {
  return holds(principal, PERMISSIONS_OF[kind].manage);
}

/** Uses shares of a kind at all; which ones, the grants say. */
export function usesKind(principal: Principal, kind: ShareKind): boolean {
  return holds(principal, PERMISSIONS_OF[kind].query) || managesKind(principal, kind);
}

/** What the caller reaches of each kind that they may use. */
export async function reaches(tx: ReadTx, principal: Principal): Promise<Map<ShareKind, Reach>> {
  const found = new Map<ShareKind, Reach>();
  for (const kind of SHARE_KINDS) {
    if (usesKind(principal, kind))
      found.set(kind, await reachOf(tx, SHARE_GRANTS, principal, PERMISSIONS_OF[kind].manage));
  }
  return found;
}

export async function readableShareIds(tx: ReadTx, principal: Principal): Promise<string[]> {
  return (await readableShares(tx, principal)).map(({ id }) => id);
}

/** Every share that the caller may read, by name. */
export async function readableShares(tx: ReadTx, principal: Principal): Promise<ShareName[]> {
  const reachable = await reaches(tx, principal);
  if (reachable.size === 0) return [];
  const shares = await selectShareNames(tx);
  return shares.filter(({ id, kind }) => mayRead(reachable.get(kind) ?? new Map(), id));
}

/** The share, or 403 where a right is missing for its kind, 404 where it is not granted at all. */
export async function accessTo(
  tx: ReadTx,
  principal: Principal,
  shareId: string,
  need: Need,
): Promise<ShareAccess> {
  const share = await selectShare(tx, shareId);
  if (share === undefined) throw notFound();
  if (!usesKind(principal, share.kind)) throw new AppError("FORBIDDEN");
  const reach = await reachOf(tx, SHARE_GRANTS, principal, PERMISSIONS_OF[share.kind].manage);
  if (!mayRead(reach, shareId)) throw notFound();
  const access = {
    share,
    writes: mayWrite(reach, shareId),
    manages: managesKind(principal, share.kind),
  };
  if ((need === "WRITE" && !access.writes) || (need === "MANAGE" && !access.manages))
    throw new AppError("FORBIDDEN");
  return access;
}
