import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { AppError } from "#platform/server/app-error.ts";
import { claimBlob } from "#platform/server/blob-queries.ts";
import { systemActor } from "#platform/server/database.ts";
import { developPicture } from "#platform/server/images.ts";
import type { JobHandler } from "#platform/server/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { THUMBNAIL_SIZES } from "../contract.ts";
import { positionSpans } from "./positions.ts";
import { selectVersion, setPositionSpans, setTakenAt, setThumbnails } from "./version-queries.ts";

const payloadShape = z.object({ entryId: z.uuid(), version: z.int() });
/** Larger pictures are shown by their icon. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

/** What follows a new version of a picture in the background: where it tells its position, smaller pictures, its date. */
export function processVersion({ blobs }: Pick<Services, "blobs">): JobHandler {
  return async (payload, { database, tenantId, log }) => {
    const { entryId, version } = payloadShape.parse(payload);
    const file = await database.read(tenantId, (tx) => selectVersion(tx, entryId, version));
    if (file === undefined || file.thumbnail_256 !== null || !/^image\/(jpeg|png|webp|heic|heif)$/.test(file.content_type)) return;
    if (file.size > MAX_PICTURE_BYTES) return;
    const bytes = await buffer(await blobs.get(file.blob_key));
    const spans = positionSpans(bytes);
    // Before anything is decoded: a broken picture tells its position as well.
    await database.write(tenantId, systemActor(), (tx) => setPositionSpans(tx, entryId, version, spans));
    try {
      const { pictures, takenAt } = await developPicture({ bytes, sizes: THUMBNAIL_SIZES, square: false });
      const stored = await Promise.all(pictures.map((picture) => blobs.put(once(picture), { maxBytes: picture.byteLength })));
      await database.write(tenantId, systemActor(), async (tx) => {
        for (const blob of stored) await claimBlob(tx, blob);
        await setThumbnails(
          tx,
          entryId,
          version,
          stored.map(({ key }) => key),
        );
        if (takenAt !== null) await setTakenAt(tx, entryId, version, takenAt);
      });
    } catch (error) {
      // A picture that cannot be read stays a file with an icon; trying again changes nothing.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      log.info({ code: error.code }, "no thumbnails");
    }
  };
}

async function* once(bytes: Buffer) {
  yield bytes;
}
