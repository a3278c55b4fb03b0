import { identityAdmin } from "#modules/identity/server/public.ts";
import { groupActor } from "#modules/members/server/public.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import { toPage } from "#platform/contract/paging.ts";
import { requirePermission } from "#platform/server/http/principal.ts";
import { serverModule } from "#platform/server/server-module.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { changelogContract } from "../contract.ts";
import { fieldLabels } from "./labels.ts";
import { type ChangeFilter, countChanges, selectChanges } from "./queries.ts";
import { historyOfPerson } from "./personal-data.ts";
import { ownChangeOf, presentation } from "./presenters.ts";
import { revertChange } from "./revert/revert.ts";

export const changelogModule = serverModule({
  name: "changelog",
  about: "Änderungshistorie und ihr Rückgängigmachen",
  tables: ["change", "present_group", "present_membership"],
  offers: ["present_member", "change_moment"],
  reads: ["club", "member_login", "person", "group_name", "group_member"],
  contract: changelogContract,
  liveKinds: { change: "QUERY_USER_CHANGELOG" },
  personalData: [historyOfPerson],
  handlers(services) {
    const counts = new TenantCache<number>(services.live);
    const identity = identityAdmin(services);
    const countOf = async (tx: ReadTx, tenantId: string, filter: ChangeFilter) =>
      counts.get(tenantId, JSON.stringify(filter), () => countChanges(tx, filter));
    return {
      async searchChanges({ read, tenant, query, principal }) {
        const { page, size, sort: _sort, dir, ...filter } = query;
        return read(async (tx) => {
          const count = await countOf(tx, tenant.id, filter);
          const records = await selectChanges(tx, filter, { page, size, dir });
          const shown = await presentation(tx, records, principal);
          return toPage(records.map(shown.change), count, query);
        });
      },
      async listMyChanges({ read, tenant, query, principal }) {
        const filter = { user: principal.userId };
        return read(async (tx) => {
          const count = await countOf(tx, tenant.id, filter);
          const records = await selectChanges(tx, filter, query);
          const shown = await presentation(tx, records, principal);
          return toPage(
            records.map((record) => ownChangeOf(shown.change(record))),
            count,
            query,
          );
        });
      },
      async listChangeFields({ read }) {
        return fieldLabels(await read(customFields)).all;
      },
      async revertChange({ write, params, body, principal }) {
        requirePermission(principal, "MANAGE_USER");
        const actor = groupActor(principal, services);
        return write((tx) => revertChange(tx, { actor, identity }, params.id, body?.fields), {
          way: "REVERT",
        });
      },
    };
  },
});
