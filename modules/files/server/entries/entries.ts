import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { OnConflict } from "../../contract.ts";
import type { EntryRecord } from "./entry-record.ts";
import {
  insertFile,
  insertFolder,
  insertVersion,
  type NewContent,
  selectReach,
  updatePlace,
} from "./entry-write-queries.ts";
import { selectChild } from "./folder-queries.ts";
import {
  checkReach,
  entryAt,
  folderAt,
  freeName,
  makeFolders,
  nameTaken,
  settleConflict,
} from "./places.ts";
import { mayDelete } from "./presenters.ts";
import type { ShareAccess } from "../shares/share-access.ts";
import { lockTree, takeRoom } from "../shares/share-queries.ts";
import {
  deleteForGood,
  selectTrashed,
  selectTrashIds,
  trashEntry,
  untrashEntry,
} from "./trash-queries.ts";
import { processVersion } from "../versions/process-version.ts";
import { selectVersion } from "../versions/version-queries.ts";

/** An entry and where it is. */
export interface Placed {
  record: EntryRecord;
  names: string[];
}

interface Placement {
  onConflict: OnConflict;
  createFolders: boolean;
}

/**
 * Puts stored bytes into a share: as a new file, or as the next version of one. The bytes are
 * claimed already.
 */
export async function addFile(
  tx: WriteTx,
  shareId: string,
  names: readonly string[],
  content: NewContent,
  how: Placement,
): Promise<Placed> {
  await lockTree(tx, shareId, "shared");
  const folder = names.slice(0, -1);
  const wanted = names.at(-1) ?? "";
  const parent = how.createFolders
    ? await makeFolders(tx, shareId, folder)
    : await folderAt(tx, shareId, folder);
  let name = wanted;
  let record = await insertFile(tx, shareId, parent.id, name, content);
  while (record === undefined) {
    const existing = await selectChild(tx, parent.id, name);
    if (how.onConflict === "RENAME") {
      name = await freeName(tx, parent.id, wanted, false);
      record = await insertFile(tx, shareId, parent.id, name, content);
    } else if (existing === undefined) {
      record = await insertFile(tx, shareId, parent.id, name, content);
    } else if (how.onConflict === "FAIL" || existing.is_folder) {
      throw nameTaken(existing);
    } else {
      record = await insertVersion(tx, existing.id, content);
    }
  }
  await holdRoom(tx, shareId, content.size);
  await requestProcessing(tx, record);
  return { record, names: [...folder, name] };
}

/** Last in its transaction: the share's row is what all uploads meet at. */
async function holdRoom(tx: WriteTx, shareId: string, bytes: number): Promise<void> {
  if (!(await takeRoom(tx, shareId, bytes))) {
    throw new AppError("STORE_FULL", {
      code: "QUOTA_EXCEEDED",
      detail: "Der Speicherplatz dieser Ablage ist voll. Die Datei wurde nicht gespeichert.",
    });
  }
}

export async function createFolder(
  tx: WriteTx,
  shareId: string,
  names: readonly string[],
  how: Placement,
): Promise<Placed> {
  await lockTree(tx, shareId, "shared");
  const above = names.slice(0, -1);
  const parent = how.createFolders
    ? await makeFolders(tx, shareId, above)
    : await folderAt(tx, shareId, above);
  let name = names.at(-1) ?? "";
  let record = await insertFolder(tx, shareId, parent.id, name);
  while (record === undefined) {
    const existing = await selectChild(tx, parent.id, name);
    if (existing !== undefined && how.onConflict !== "RENAME") throw nameTaken(existing);
    name = await freeName(tx, parent.id, name, true);
    record = await insertFolder(tx, shareId, parent.id, name);
  }
  return { record, names: [...above, name] };
}

/** Renames, moves or both; one row changes, whatever is below it. */
export async function moveEntry(
  tx: WriteTx,
  shareId: string,
  from: readonly string[],
  to: readonly string[],
  onConflict: OnConflict,
): Promise<Placed> {
  await lockTree(tx, shareId, "alone");
  const entry = await entryAt(tx, shareId, from);
  if (
    entry.is_folder &&
    to.length > from.length &&
    from.every((name, index) => to[index] === name)
  ) {
    throw new AppError("UNPROCESSABLE", {
      code: "INTO_ITSELF",
      detail: "Ein Ordner lässt sich nicht in sich selbst verschieben.",
    });
  }
  const folder = to.slice(0, -1);
  const parent = await folderAt(tx, shareId, folder);
  if (entry.is_folder) checkReach(to, await selectReach(tx, entry.id));
  const { name, replaced } = await settleConflict(
    tx,
    parent.id,
    to.at(-1) ?? "",
    entry,
    onConflict,
  );
  if (replaced !== null) await trashEntry(tx, replaced.id, to.join("/"));
  await updatePlace(tx, entry.id, parent.id, name);
  return { record: { ...entry, parent_id: parent.id, name }, names: [...folder, name] };
}

export async function deleteEntry(
  tx: WriteTx,
  access: ShareAccess,
  principal: Principal,
  names: readonly string[],
): Promise<void> {
  await lockTree(tx, access.share.id, "alone");
  const entry = await entryAt(tx, access.share.id, names);
  if (!mayDelete(entry, { userId: principal.userId, writes: access.writes }))
    throw new AppError("FORBIDDEN");
  await trashEntry(tx, entry.id, names.join("/"));
}

/** Brings an entry back from the trash; folders that are gone by now are made again. */
export async function restoreEntry(
  tx: WriteTx,
  shareId: string,
  id: string,
  to: readonly string[],
  onConflict: OnConflict,
): Promise<Placed> {
  await lockTree(tx, shareId, "alone");
  const entry = await selectTrashed(tx, shareId, id);
  if (entry === undefined) throw notFound();
  const names = to.length > 0 ? to : entry.deleted_path.split("/");
  const folder = names.slice(0, -1);
  const parent = await makeFolders(tx, shareId, folder);
  if (entry.is_folder) checkReach(names, await selectReach(tx, entry.id));
  const { name, replaced } = await settleConflict(
    tx,
    parent.id,
    names.at(-1) ?? "",
    entry,
    onConflict,
  );
  if (replaced !== null) await trashEntry(tx, replaced.id, names.join("/"));
  await untrashEntry(tx, entry.id, parent.id, name);
  return { record: { ...entry, parent_id: parent.id, name }, names: [...folder, name] };
}

/** Makes an older version's content the current one; the bytes are not copied. */
export async function restoreVersion(
  tx: WriteTx,
  shareId: string,
  names: readonly string[],
  version: number,
): Promise<Placed> {
  await lockTree(tx, shareId, "alone");
  const entry = await entryAt(tx, shareId, names);
  const old = entry.is_folder ? undefined : await selectVersion(tx, entry.id, version);
  if (old === undefined) throw notFound();
  if (old.version === entry.version) return { record: entry, names: [...names] };
  const content = {
    blobKey: old.blob_key,
    size: old.size,
    sha256: old.sha256,
    contentType: old.content_type,
    subtype: old.subtype,
    modifiedAt: old.modified_at,
  };
  const record = await insertVersion(tx, entry.id, content);
  await requestProcessing(tx, record);
  return { record, names: [...names] };
}

async function requestProcessing(
  tx: WriteTx,
  { id, version }: Pick<EntryRecord, "id" | "version">,
): Promise<void> {
  // Folders have no versions.
  if (version !== null) await addJob(tx, processVersion, { entryId: id, version });
}

/** Removes one thing or everything in the trash for good. */
export async function emptyTrash(tx: WriteTx, shareId: string, id: string | null): Promise<void> {
  await lockTree(tx, shareId, "alone");
  const ids = await selectTrashIds(tx, shareId, id);
  if (id !== null && ids.length === 0) throw notFound();
  await purge(tx, shareId, ids);
}

export async function purge(tx: WriteTx, shareId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { bytes, keys } = await deleteForGood(tx, ids);
  await releaseBlobs(tx, keys);
  await takeRoom(tx, shareId, -bytes);
}
