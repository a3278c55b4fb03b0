import { z } from "zod";
import { type Database, systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { allTenantIds } from "../realm/realm-queries.ts";
import { Keycloak } from "./keycloak.ts";
import { selectUnsynced } from "./keycloak-user-queries.ts";
import { syncUser } from "./sync-user.ts";

const SYNC_USER = "identity:sync-user";
const SYNC_USERS = "identity:sync-users";
const SYNC_INSTALLATION = "identity:sync-installation";
/** What was given up, and what changed at members since: a Keycloak knows it this long after. */
export const SYNC_SCHEDULE = { "*/10 * * * *": SYNC_INSTALLATION };

/** A Keycloak that hangs must not hold up other work: it is asked for few users at a time. */
const QUEUES = 2;
const JOBS_OF_ONE_TRANSACTION = 500;
/** Behind what somebody waits for. */
const BEHIND = 10;

const payload = z.object({ loginId: z.uuid() });

/** Has the Keycloak told of these logins, in the transaction that changed them. */
export async function requestSync(tx: WriteTx, loginIds: readonly string[]): Promise<void> {
  const [loginId] = loginIds;
  if (loginIds.length === 1 && loginId !== undefined) await addSyncJob(tx, loginId);
  else if (loginIds.length > 1) await addJob(tx, SYNC_USERS, {}, { key: SYNC_USERS });
}

/** One at a time for each login: its jobs are of one queue, and a newer one replaces the waiting. */
async function addSyncJob(tx: WriteTx, loginId: string, priority = 0): Promise<void> {
  await addJob(
    tx,
    SYNC_USER,
    { loginId },
    {
      key: `${SYNC_USER}:${loginId}`,
      queue: `keycloak-${loginId.charCodeAt(loginId.length - 1) % QUEUES}`,
      priority,
    },
  );
}

export function syncJobs(services: Services): Record<string, JobHandler> {
  const keycloak = new Keycloak(services);
  return {
    async [SYNC_USER](raw, { tenantId, database, log }) {
      const { loginId } = payload.parse(raw);
      await syncUser({ ...services, keycloak, database, log }, tenantId, loginId);
    },
    async [SYNC_USERS](_payload, { tenantId, database }) {
      const loginIds = await database.read(tenantId, selectUnsynced);
      for (let at = 0; at < loginIds.length; at += JOBS_OF_ONE_TRANSACTION)
        await addSyncJobs(database, tenantId, loginIds.slice(at, at + JOBS_OF_ONE_TRANSACTION));
    },
    async [SYNC_INSTALLATION](_payload, { database, signal }) {
      for (const tenantId of await allTenantIds(database)) {
        if (signal.aborted) return;
        await database.write(tenantId, systemActor(), (tx) =>
          addJob(tx, SYNC_USERS, {}, { key: SYNC_USERS }),
        );
      }
    },
  };
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

/** The embedded provider has nobody to tell: the schedule finds nothing to do. */
export const noSyncJobs: Record<string, JobHandler> = { [SYNC_INSTALLATION]: async () => {} };
