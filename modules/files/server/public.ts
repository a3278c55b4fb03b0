import type { Readable } from "node:stream";
import { v7 as uuidv7 } from "uuid";
import { EVERYBODY_READS, type GrantLine } from "#modules/grants/contract.ts";
import { writeGrants } from "#modules/grants/server/public.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { MAX_FILE_BYTES, type OnConflict, type ShareKind } from "../contract.ts";
import { addFile } from "./entries/entries.ts";
import { accessTo } from "./shares/share-access.ts";
import { checkAllowed, storeStream } from "./uploads/incoming.ts";
import { insertShare, selectShare, SHARE_GRANTS } from "./shares/share-queries.ts";
import { folderMissing } from "./entries/places.ts";

export { entryHandlers } from "./entries/entry-handlers.ts";
export { storeStream } from "./uploads/incoming.ts";

/** Makes a share; for everybody to read unless said otherwise. */
export async function createShare(
  tx: WriteTx,
  { name, kind, grants = EVERYBODY_READS }: { name: string; kind: ShareKind; grants?: GrantLine[] },
): Promise<string> {
  const id = uuidv7();
  await insertShare(tx, id, kind, { name, allowed_types: null, quota: null });
  await writeGrants(tx, SHARE_GRANTS, id, grants);
  return id;
}

/** The share's name, when this person may put files into it as things are now; else 403 or 404. */
export async function writableShareName(
  tx: ReadTx,
  principal: Principal,
  shareId: string,
): Promise<string> {
  return (await accessTo(tx, principal, shareId, "WRITE")).share.name;
}

/**
 * Saves a file in a share, its folders made where they are missing; `path` from the root, in NFC,
 * names joined by `/`. Returns the entry's id.
 */
export async function saveFile(
  tx: WriteTx,
  blobs: BlobStore,
  shareId: string,
  path: string,
  content: Readable,
  {
    onConflict = "FAIL",
    modifiedAt = new Date(),
  }: { onConflict?: OnConflict; modifiedAt?: Date } = {},
): Promise<string> {
  const names = path.split("/");
  const share = await selectShare(tx, shareId);
  if (share === undefined) throw folderMissing([]);
  const incoming = await storeStream(blobs, content, names.at(-1) ?? "", MAX_FILE_BYTES);
  checkAllowed(incoming, share);
  await claimBlob(tx, incoming);
  const { record } = await addFile(
    tx,
    shareId,
    names,
    { ...incoming, blobKey: incoming.key, modifiedAt },
    { onConflict, createFolders: true },
  );
  return record.id;
}
