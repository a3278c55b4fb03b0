import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { requestDelivery } from "./deliver.ts";
import { insertDigests, takeDigestDay } from "./digest-queries.ts";

/** Hour of the club's clock at which the digest of a day is made. */
const DIGEST_HOUR = 18;

/** Makes a day's digests of one club; a second time, or in a second process, it does nothing. */
export const makeDigests = job({
  id: "messages:make-digests",
  formerly: ["messages:digest"],
  payload: z.strictObject({ day: z.iso.date() }),
  handler:
    () =>
    async ({ day }, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor("Nachrichten"), async (tx) => {
        if (!(await takeDigestDay(tx, day))) return;
        await insertDigests(tx);
        await requestDelivery(tx);
      });
    },
});

/** The day whose digest is due, by the clock on the club's wall; null before six in the evening. */
export function digestDay(now: Date, timeZone: string): string | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return local.hour >= DIGEST_HOUR ? local.toPlainDate().toString() : null;
}
