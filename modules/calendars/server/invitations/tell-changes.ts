import { z } from "zod";
import { systemActor } from "#platform/server/database.ts";
import type { JobHandler } from "#platform/server/jobs.ts";
import { lockEvent } from "../event-queries.ts";
import { selectUntold, setTold } from "./invitation-queries.ts";
import { toldOf } from "./invitation-record.ts";
import { mailInvitations } from "./mail-jobs.ts";

export const TELL_JOB = "calendars:tell-changes";

const payload = z.object({ eventId: z.uuid() });

/** Tells each invited person how an event differs from what they know of it; nobody, when it is again as they know it. */
export const tellChangesJob: JobHandler = async (data, { tenantId, database }) => {
  const { eventId } = payload.parse(data);
  await database.write(tenantId, systemActor("Einladungen"), async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (event === undefined) return;
    const now = toldOf(event);
    for (const { told, ids } of await selectUntold(tx, eventId, now)) {
      await setTold(tx, ids, now);
      await mailInvitations(
        tx,
        ids.map((id) => [id]),
        { kind: "CHANGED", before: told },
      );
    }
  });
};
