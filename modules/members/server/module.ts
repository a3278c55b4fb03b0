import { groupHandlers } from "./groups/group-handlers.ts";
import { membershipHandlers } from "./groups/membership-handlers.ts";
import { addToGroup, removeFromGroup } from "./groups/memberships.ts";
import { registerMembershipsOfPersons } from "./groups/personal-data.ts";
import { groupSearch } from "./groups/search-provider.ts";
import { provideGroupActions } from "./personal-data/registrations.ts";
import { addJob } from "#platform/server/jobs/jobs.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { serverModule } from "#platform/server/services.ts";
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

// The member list's bulk actions on groups.
provideGroupActions({ add: addToGroup, remove: removeFromGroup });
registerMembershipsOfPersons();

export const membersModule = serverModule({
  name: "members",
  contract: membersContract,
  search: [memberSearch, groupSearch],
  liveKinds: {
    user: { hear: ["QUERY_USER", "QUERY_GROUP"], ids: "QUERY_USER" },
    "user-view": "QUERY_USER",
    login: "QUERY_USER",
    group: { hear: "QUERY_GROUP", ids: "QUERY_GROUP" },
    membership: "QUERY_GROUP",
  },
  handlers: (services) => {
    const identity = identityAdmin(services);
    return {
      ...meHandlers,
      ...listHandlers(services),
      ...memberHandlers(identity),
      ...trashHandlers(identity),
      ...pictureHandlers(services),
      ...bulkHandlers(identity),
      ...exportHandlers(services, identity),
      ...deletionHandlers(identity),
      ...viewHandlers,
      ...groupHandlers(services),
      ...membershipHandlers(services),
    };
  },
  jobs: (services) => {
    const identity = identityAdmin(services);
    return {
      // Of the installation's schedule: one job for each tenant.
      "users:find-expired-trash": async () => {
        for (const { id } of await services.database.lookup<{ id: string }>(
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
              anonymiseMember(tx, identity, id, OPERATOR),
            );
          }
        }
      },
    };
  },
  schedule: { "41 2 * * *": "users:find-expired-trash" },
});
