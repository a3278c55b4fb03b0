import { groupHandlers } from "./groups/group-handlers.ts";
import { membershipHandlers } from "./groups/membership-handlers.ts";
import { membershipsOfPerson } from "./groups/personal-data.ts";
import { groupSearch } from "./groups/search-provider.ts";
import { addJob } from "#platform/server/jobs/jobs.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import { serverModule, type ServerModule } from "#platform/server/services.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { membersContract } from "../whole-contract.ts";
import { bulkHandlers } from "./list/bulk-handlers.ts";
import { deletionHandlers } from "./erasure/deletion-handlers.ts";
import { exportHandlers } from "./personal-data/export-handlers.ts";
import { listHandlers } from "./list/list-handlers.ts";
import { meHandlers } from "./people/me-handlers.ts";
import { memberHandlers } from "./people/member-handlers.ts";
import { OPERATOR } from "./rights/permissions.ts";
import { pictureHandlers } from "./people/pictures.ts";
import { selectDueForAnonymisation } from "./erasure/trash-queries.ts";
import { trashHandlers } from "./erasure/trash-handlers.ts";
import { anonymiseMember } from "./erasure/trash.ts";
import { viewHandlers } from "./list/view-handlers.ts";
import { memberSearch } from "./people/search/search-provider.ts";

const ANONYMISED_AT_ONCE = 200;

/** What this module holds about a person beside their record, which it tells and erases itself. */
const ownPersonalData = [membershipsOfPerson];

/**
 * People, groups and rights.
 *
 * @param others what the modules above hold about a person: this one tells and erases it
 */
export function membersModule(others: readonly PersonalData[]): ServerModule {
  const personalData = [...ownPersonalData, ...others];
  return serverModule({
    name: "members",
    contract: membersContract,
    search: [memberSearch, groupSearch],
    personalData: ownPersonalData,
    liveKinds: {
      user: { visibleTo: ["QUERY_USER", "QUERY_GROUP"], ids: "QUERY_USER" },
      "user-view": "QUERY_USER",
      login: "QUERY_USER",
      group: { visibleTo: "QUERY_GROUP", ids: "QUERY_GROUP" },
      membership: "QUERY_GROUP",
    },
    handlers: (services) => {
      const identity = identityAdmin(services);
      const erasers = { identity, personalData };
      return {
        ...meHandlers,
        ...listHandlers(services),
        ...memberHandlers(identity),
        ...trashHandlers(erasers),
        ...pictureHandlers(services),
        ...bulkHandlers(erasers),
        ...exportHandlers(services, erasers),
        ...deletionHandlers(services, erasers),
        ...viewHandlers,
        ...groupHandlers(services),
        ...membershipHandlers(services),
      };
    },
    jobs: (services) => {
      const erasers = { identity: identityAdmin(services), personalData };
      return {
        // Of the installation's schedule: one job for each tenant.
        "users:find-expired-trash": async () => {
          for (const { id } of await services.database.queryWithoutTenant<{ id: string }>(
            "SELECT id FROM all_tenants()",
            [],
          )) {
            await services.database.write(id, systemActor(), (tx) =>
              addJob(tx, "users:anonymise-expired", {}, { key: `users.anonymise-expired ${id}` }),
            );
          }
        },
        "users:anonymise-expired": async (_payload, { tenantId, database, signal }) => {
          for (;;) {
            const due = await database.read(tenantId, (tx) =>
              selectDueForAnonymisation(tx, ANONYMISED_AT_ONCE),
            );
            if (due.length === 0) return;
            for (const id of due) {
              signal.throwIfAborted();
              await database.write(tenantId, systemActor(), (tx) =>
                anonymiseMember(tx, erasers, id, OPERATOR),
              );
            }
          }
        },
      };
    },
    schedule: { "41 2 * * *": "users:find-expired-trash" },
  });
}
