import { z } from "zod";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { JobContext, JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { isPicture } from "../uploads/content-type.ts";
import { developPicture } from "./develop-picture.ts";
import { indexText } from "./index-text.ts";
import { selectVersion, type VersionRecord } from "./version-queries.ts";

const payloadShape = z.object({ entryId: z.uuid(), version: z.int() });

/** What the background work on a version needs. */
export interface VersionWork extends Pick<JobContext, "database" | "tenantId" | "log" | "attempt"> {
  blobs: BlobStore;
  file: VersionRecord;
}

/**
 * What follows a new version in the background: a picture's smaller ones and its date, a document's
 * words.
 */
export function processVersion({ blobs }: Pick<Services, "blobs">): JobHandler {
  return async (payload, { database, tenantId, log, attempt }) => {
    const { entryId, version } = payloadShape.parse(payload);
    const file = await database.read(tenantId, (tx) => selectVersion(tx, entryId, version));
    if (file === undefined) return;
    const work = { blobs, database, tenantId, log, attempt, file };
    await indexText(work);
    if (isPicture(file.content_type)) await developPicture(work);
  };
}
