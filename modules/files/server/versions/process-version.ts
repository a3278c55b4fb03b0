import { z } from "zod";
import { job } from "#platform/server/jobs/job.ts";
import { isPicture } from "../uploads/content-type.ts";
import { developPicture } from "./develop-picture.ts";
import { indexText } from "./index-text.ts";
import { selectVersion } from "./version-queries.ts";

/**
 * What follows a new version in the background: a picture's smaller ones and its date, a document's
 * words.
 */
export const processVersion = job({
  id: "files:process-version",
  formerly: ["files:process"],
  payload: z.strictObject({ entryId: z.uuid(), version: z.int() }),
  handler:
    ({ blobs }) =>
    async ({ entryId, version }, { database, tenantId, log, attempt }) => {
      const file = await database.read(tenantId, (tx) => selectVersion(tx, entryId, version));
      if (file === undefined) return;
      const work = { blobs, database, tenantId, log, attempt, file };
      await indexText(work);
      if (isPicture(file.content_type)) await developPicture(work);
    },
});
