import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import type { IdentityAdmin } from "#modules/identity/server/public.ts";
import { keepAnAdministrator } from "../rights/administrators.ts";
import { requireRightsOver } from "../rights/logins.ts";
import { selectWipeable } from "./due-deletion-queries.ts";
import type { Holder } from "../rights/permissions.ts";
import { selectPictureKeys } from "../people/queries.ts";
import { anonymiseRow, existingIds, restoreRows, trashRows } from "./trash-queries.ts";

/** Whatever else holds something of a person who is erased. */
export interface Erasers {
  identity: IdentityAdmin;
  /** Of all modules. */
  personalData: readonly PersonalData[];
}

/**
 * Moves members to the trash, all or none. Those already there are left alone; returns how many
 * were moved.
 */
export async function trashMembers(
  tx: WriteTx,
  identity: IdentityAdmin,
  ids: readonly string[],
  actor: Holder,
): Promise<number> {
  await requireAll(tx, ids);
  await requireRightsOver(tx, ids, actor);
  return keepAnAdministrator(tx, ids, async () => {
    const moved = await trashRows(tx, ids);
    if (moved.length > 0) await identity.endSessions(tx, moved);
    return moved.length;
  });
}

export async function restoreMembers(
  tx: WriteTx,
  ids: readonly string[],
  actor: Holder,
): Promise<number> {
  await requireAll(tx, ids);
  await requireRightsOver(tx, ids, actor);
  return (await restoreRows(tx, ids)).length;
}

async function requireAll(tx: WriteTx, ids: readonly string[]): Promise<void> {
  if ((await existingIds(tx, ids)).length !== new Set(ids).size) throw notFound();
}

/**
 * Wipes members for good, all or none, without the days in the trash: those whose time of keeping
 * is over and those in it already. Everyone else goes to the trash first, which can be undone.
 */
export async function wipeMembers(
  tx: WriteTx,
  erasers: Erasers,
  ids: readonly string[],
  actor: Holder,
): Promise<number> {
  await requireAll(tx, ids);
  const wipeable = await selectWipeable(tx, ids);
  if (wipeable.length !== new Set(ids).size) {
    throw new AppError("CONFLICT", {
      code: "NOT_DUE",
      detail:
        "Sofort endgültig löschen lassen sich nur Mitglieder, deren Frist abgelaufen ist oder die im Papierkorb liegen.",
    });
  }
  await trashMembers(
    tx,
    erasers.identity,
    wipeable.filter(({ inTrash }) => !inTrash).map(({ id }) => id),
    actor,
  );
  for (const { id } of wipeable) await anonymiseMember(tx, erasers, id, actor);
  return wipeable.length;
}

/**
 * Wipes the personal data of a member in the trash for good: record, login, pictures, history and
 * what other modules hold.
 */
export async function anonymiseMember(
  tx: WriteTx,
  { identity, personalData }: Erasers,
  id: string,
  actor: Holder,
): Promise<void> {
  await requireRightsOver(tx, [id], actor);
  const pictures = await selectPictureKeys(tx, id);
  if (!(await anonymiseRow(tx, id))) {
    if ((await existingIds(tx, [id])).length === 0) throw notFound();
    throw new AppError("CONFLICT", {
      code: "NOT_IN_TRASH",
      detail: "Nur Mitglieder im Papierkorb können endgültig gelöscht werden.",
    });
  }
  await identity.deleteLogin(tx, id);
  for (const key of pictures) await releaseBlob(tx, key);
  for (const part of personalData) await part.erase?.(tx, id);
}
