import { systemActor } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/jobs.ts";
import type { SearchProvider } from "#platform/server/search.ts";
import { serverModule } from "#platform/server/services.ts";
import { searchContract } from "../contract.ts";
import { forgetUnusedWords } from "./queries.ts";
import { searchAll } from "./search.ts";

/** The search of the whole club. It knows no module: they bring what they have to be found. */
export function searchModule(providers: readonly SearchProvider[]) {
  return serverModule({
    name: "search",
    contract: searchContract,
    handlers: () => ({
      async search({ query: { q, types, limit }, read, principal, tenant }) {
        const wanted = types?.split(",");
        const asked =
          wanted === undefined ? providers : providers.filter(({ type }) => wanted.includes(type));
        return read((tx) => searchAll(asked, q, { tx, reader: principal, tenant, limit }));
      },
    }),
    jobs: ({ database }) => ({
      "search:forget-words": async () => {
        for (const { id } of await database.queryWithoutTenant<{ id: string }>(
          "SELECT id FROM all_tenants()",
          [],
        )) {
          await database.write(id, systemActor(), (tx) =>
            addJob(tx, "search:forget-words-of-club", {}),
          );
        }
      },
      "search:forget-words-of-club": async (_payload, { tenantId }) => {
        await database.bulk(tenantId, systemActor(), forgetUnusedWords);
      },
    }),
    schedule: { "41 2 * * *": "search:forget-words" },
  });
}
