import { type Database, systemActor } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { eachTenant } from "#platform/server/jobs/each-tenant.ts";
import { type InstallationRun, installationJob } from "#platform/server/jobs/job.ts";
import { requestDelivery } from "./deliver.ts";
import { clubsAwaitingDigests, clubsWithOverdueMails } from "./digest-queries.ts";
import { digestDay, makeDigests } from "./digests.ts";

/**
 * Digests for clubs where it is six in the evening or later, and mails that no process is sending
 * although they are due (after a crash, or a restored backup). Few clubs are concerned at a time:
 * the database names them, instead of a job for each club every few minutes.
 */
export const resumeMails = installationJob({
  id: "messages:resume-mails",
  formerly: ["messages:mail-upkeep"],
  schedule: "*/5 * * * *",
  handler: () => (run) => resumeMailsAt(new Date(), run),
});

export async function resumeMailsAt(
  now: Date,
  run: Pick<InstallationRun, "database" | "signal">,
): Promise<void> {
  const { database } = run;
  const awaiting = await clubsAwaitingDigests(database);
  const due = awaiting.flatMap(({ id, time_zone }) => {
    const day = digestDay(now, time_zone);
    return day === null ? [] : [{ id, day }];
  });
  await eachTenant(run, due, ({ id, day }) => addDigests(database, id, day));
  const overdue = await clubsWithOverdueMails(database);
  await eachTenant(run, overdue, (id) => database.write(id, systemActor(), requestDelivery));
}

async function addDigests(database: Database, tenantId: string, day: string): Promise<void> {
  await database.write(tenantId, systemActor(), (tx) =>
    addJob(tx, makeDigests, { day }, { key: day }),
  );
}
