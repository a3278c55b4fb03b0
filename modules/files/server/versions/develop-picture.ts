import { buffer } from "node:stream/consumers";
import { AppError } from "#platform/server/http/app-error.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { developPicture as develop } from "#platform/server/images/images.ts";
import { THUMBNAIL_SIZES } from "../../contract.ts";
import { positionSpans } from "./positions.ts";
import type { VersionWork } from "./version-work.ts";
import { setPositionSpans, setTakenAt, setThumbnails } from "./version-queries.ts";

/** Larger pictures are shown by their icon. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

const MOST_TRIES = 3;

/** Where a picture tells its position, its smaller pictures, and the date it was taken. */
export async function developPicture({
  blobs,
  database,
  tenantId,
  file,
  log,
  attempt,
}: VersionWork): Promise<void> {
  const { entry_id: entryId, version } = file;
  if (file.thumbnail_256 !== null || file.size > MAX_PICTURE_BYTES) return;
  const bytes = await buffer(await blobs.get(file.blob_key));
  const spans = positionSpans(bytes);
  // Before anything is decoded: a broken picture tells its position as well.
  await database.write(tenantId, systemActor(), (tx) =>
    setPositionSpans(tx, entryId, version, spans),
  );
  try {
    const { pictures, takenAt } = await develop({
      bytes,
      sizes: THUMBNAIL_SIZES,
      square: false,
      gif: true,
    });
    const stored = await Promise.all(
      pictures.map((picture) => blobs.put(once(picture), { maxBytes: picture.byteLength })),
    );
    await database.write(tenantId, systemActor(), async (tx) => {
      for (const blob of stored) await claimBlob(tx, blob, { derived: true });
      await setThumbnails(
        tx,
        entryId,
        version,
        stored.map(({ key }) => key),
      );
      if (takenAt !== null) await setTakenAt(tx, entryId, version, takenAt);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // Out of time or memory: the machine may have had too much to do, so a few more tries are worth
    // it.
    if (error.cause !== undefined && attempt < MOST_TRIES) throw error;
    // A picture that cannot be read stays a file with an icon; trying again changes nothing.
    log.info({ code: error.code }, "no thumbnails");
  }
}

async function* once(bytes: Buffer) {
  yield bytes;
}
