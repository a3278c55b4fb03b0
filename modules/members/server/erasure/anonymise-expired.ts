import { identityAdmin } from "#modules/identity/server/public.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import { OPERATOR } from "../rights/permissions.ts";
import { selectDueForAnonymisation } from "./trash-queries.ts";
import { anonymiseMember } from "./trash.ts";

const AT_ONCE = 200;

/** Returns the job that anonymises, one after the other, whose time in the trash is over. */
export function anonymiseExpired(personalData: readonly PersonalData[]) {
  return job({
    id: "members:anonymise-expired",
    formerly: ["users:anonymise-expired", "users:find-expired-trash"],
    schedule: "41 2 * * *",
    perTenant: "all",
    handler(services) {
      const erasers = { identity: identityAdmin(services), personalData };
      return async (_payload, { tenantId, database, signal }) => {
        for (;;) {
          const due = await database.read(tenantId, (tx) => selectDueForAnonymisation(tx, AT_ONCE));
          if (due.length === 0) return;
          for (const id of due) {
            signal.throwIfAborted();
            await database.write(tenantId, systemActor(), (tx) =>
              anonymiseMember(tx, erasers, id, OPERATOR),
            );
          }
        }
      };
    },
  });
}
