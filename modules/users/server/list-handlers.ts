import { toPage } from "#platform/contract/paging.ts";
import type { Handlers } from "#platform/server/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/tenant-cache.ts";
import type { usersContract } from "../contract.ts";
import { clubDay } from "./club-day.ts";
import { toFilter, toOrder } from "./list-filter.ts";
import { countMembers, selectMemberPage } from "./list-queries.ts";
import { toUserRow } from "./records.ts";

/** Counts stay right until something changes, which the cache is told; the day is part of the key. */
const COUNT_TTL_MS = 10 * 60_000;

export function listHandlers({ live }: Pick<Services, "live">): Pick<Handlers<typeof usersContract>, "searchUsers"> {
  const counts = new TenantCache<{ count: number }>(live, { ttlMs: COUNT_TTL_MS });
  return {
    async searchUsers({ query, tenant, principal, read }) {
      const today = clubDay(tenant.timeZone);
      const { page, size, sort, dir, ...filter } = query;
      const [records, { count }] = await Promise.all([
        read(async (tx) => selectMemberPage(tx, await toFilter(tx, filter, today), await toOrder(tx, { sort, dir }, principal), { page, size })),
        counts.get(tenant.id, `${today} ${JSON.stringify(filter)}`, () =>
          read(async (tx) => ({ count: await countMembers(tx, await toFilter(tx, filter, today)) })),
        ),
      ]);
      const day = filter.asOf ?? today;
      return toPage(
        records.map((record) => toUserRow(record, day, principal)),
        count,
        { page, size },
      );
    },
  };
}
