import { z } from "zod";
import { type Database, systemActor, type WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { Keycloak } from "./keycloak.ts";
import { selectUnsynced } from "./keycloak-user-queries.ts";
import { syncUser } from "./sync-user.ts";

/** A Keycloak that hangs must not hold up other work: it is asked for few users at a time. */
const QUEUES = 2;
const JOBS_OF_ONE_TRANSACTION = 500;
/** Behind what people wait for. */
const BEHIND = 10;

/** The embedded provider has no other system to tell. */
const hasKeycloak = ({ auth }: Environment) => auth !== undefined;

/** Tells the Keycloak of one login. */
export const syncOneUser = job({
  id: "identity:sync-user",
  runsIn: hasKeycloak,
  payload: z.strictObject({ loginId: z.uuid() }),
  handler(services) {
    const keycloak = new Keycloak(services);
    return ({ loginId }, { tenantId, database, log }) =>
      syncUser({ ...services, keycloak, database, log }, tenantId, loginId);
  },
});

/** What was given up, and what changed at members since: a Keycloak knows it this long after. */
export const syncUsers = job({
  id: "identity:sync-users",
  runsIn: hasKeycloak,
  schedule: "*/10 * * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      const loginIds = await database.read(tenantId, selectUnsynced);
      for (let at = 0; at < loginIds.length; at += JOBS_OF_ONE_TRANSACTION)
        await addSyncJobs(database, tenantId, loginIds.slice(at, at + JOBS_OF_ONE_TRANSACTION));
    },
});

/** Has the Keycloak told of these logins, in the transaction that changed them. */
export async function requestSync(tx: WriteTx, loginIds: readonly string[]): Promise<void> {
  const [loginId] = loginIds;
  if (loginIds.length === 1 && loginId !== undefined) await addSyncJob(tx, loginId);
  else if (loginIds.length > 1) await addJob(tx, syncUsers, {}, { key: "all" });
}

/**
 * One at a time for each login: its jobs are of one queue, and a newer one replaces the waiting.
 */
async function addSyncJob(tx: WriteTx, loginId: string, priority = 0): Promise<void> {
  const queue = `keycloak-${loginId.charCodeAt(loginId.length - 1) % QUEUES}`;
  await addJob(tx, syncOneUser, { loginId }, { key: loginId, queue, priority });
}

async function addSyncJobs(
  database: Database,
  tenantId: string,
  loginIds: readonly string[],
): Promise<void> {
  await database.write(tenantId, systemActor(), async (tx) => {
    for (const loginId of loginIds) await addSyncJob(tx, loginId, BEHIND);
  });
}
