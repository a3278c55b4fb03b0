import { addJob } from "#platform/server/jobs.ts";
import { systemActor } from "#platform/server/database.ts";
import { serverModule } from "#platform/server/services.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { usersContract } from "../contract.ts";
import { bulkHandlers } from "./bulk-handlers.ts";
import { deletionHandlers } from "./deletion-handlers.ts";
import { exportHandlers } from "./export-handlers.ts";
import { listHandlers } from "./list-handlers.ts";
import { meHandlers } from "./me-handlers.ts";
import { memberHandlers } from "./member-handlers.ts";
import { OPERATOR } from "./permissions.ts";
import { pictureHandlers } from "./pictures.ts";
import { selectDueForAnonymisation } from "./trash-queries.ts";
import { trashHandlers } from "./trash-handlers.ts";
import { anonymiseMember } from "./trash.ts";
import { viewHandlers } from "./view-handlers.ts";
import { memberSearch } from "./search-provider.ts";

const ANONYMISED_AT_ONCE = 200;

export const usersModule = serverModule({
  name: "users",
  contract: usersContract,
  search: [memberSearch],
  liveKinds: {
    user: { hear: ["QUERY_USER", "QUERY_GROUP"], ids: "QUERY_USER" },
    "user-view": "QUERY_USER",
    login: "QUERY_USER",
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
