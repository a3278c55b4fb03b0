import type { Handlers } from "#platform/server/http/implement.ts";
import { requirePermission } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { usersContract } from "../../contract.ts";
import { clubDay } from "../people/club-day.ts";
import { exportList } from "../list/list-export.ts";
import type { Erasers } from "../erasure/trash.ts";
import { requireRightsOver } from "../rights/logins.ts";
import { loadLoginData } from "./login-data.ts";
import { collectPersonalData, personalDataZip } from "./personal-data.ts";

type ExportHandlers = Pick<
  Handlers<typeof usersContract>,
  "exportUsers" | "exportMe" | "exportUserData"
>;

export function exportHandlers(
  { blobs }: Pick<Services, "blobs">,
  erasers: Erasers,
): ExportHandlers {
  return {
    async exportUsers({ body, principal, tenant, read }) {
      requirePermission(principal, "QUERY_USER");
      return exportList(read, body, clubDay(tenant.timeZone), principal);
    },
    async exportMe({ principal, tenant, read }) {
      const login = await loadLoginData(erasers.identity, tenant.id, principal.userId);
      return personalDataZip(
        await read((tx) =>
          collectPersonalData(tx, principal.userId, { ...erasers, login, blobs, tenant }),
        ),
        blobs,
      );
    },
    async exportUserData({ params, principal, tenant, read }) {
      const login = await loadLoginData(erasers.identity, tenant.id, params.id);
      const file = await read(async (tx) => {
        // It holds messages and files of this person: readers with fewer rights may not have them.
        if (params.id !== principal.userId) await requireRightsOver(tx, [params.id], principal);
        return collectPersonalData(tx, params.id, { ...erasers, login, blobs, tenant });
      });
      return personalDataZip(file, blobs);
    },
  };
}
