import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { deleteUnusedWords } from "./queries.ts";

/** Takes words out of the dictionary that stand nowhere any more. */
export const cleanUpWords = job({
  id: "search:clean-up-words",
  formerly: ["search:forget-words", "search:forget-words-of-club"],
  schedule: "41 2 * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor(), deleteUnusedWords);
    },
});
