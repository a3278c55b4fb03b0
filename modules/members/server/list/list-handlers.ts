import { toPage } from "#platform/contract/paging.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { UserCounts, usersContract } from "../../contract.ts";
import { clubDay } from "../people/club-day.ts";
import { type MemberFilter, type MemberOrder, toFilter, toOrder } from "./list-filter.ts";
import {
  countMembers,
  selectCounts,
  selectFirstIds,
  selectMemberPage,
  selectMembersInOrder,
} from "./list-queries.ts";
import { toUserRow } from "../people/presenters.ts";

/**
 * What is remembered stays right until something changes, which the cache is told; the day is part
 * of the key.
 */
const TTL_MS = 10 * 60_000;
/** Hits in order that are remembered, where finding a page means looking at all of them. */
const REMEMBERED = 2_000;
const MOST_LISTS = 100;

export function listHandlers({
  live,
}: Pick<Services, "live">): Pick<Handlers<typeof usersContract>, "searchUsers" | "countUsers"> {
  const counts = new TenantCache<{ count: number }>(live, { ttlMs: TTL_MS });
  const totals = new TenantCache<UserCounts>(live, { ttlMs: TTL_MS });
  const firsts = new TenantCache<{ ids: string[] | null }>(live, {
    ttlMs: TTL_MS,
    max: MOST_LISTS,
  });

  /**
   * The page from what is remembered of the list; undefined where it has to be read from the list
   * itself.
   */
  async function remembered(
    tx: ReadTx,
    filter: MemberFilter,
    order: MemberOrder,
    { start, end }: { start: number; end: number },
  ) {
    if (end > REMEMBERED) return undefined;
    const key = JSON.stringify([filter, order]);
    const { ids } = await firsts.get(tx.tenantId, key, async () => ({
      ids: await selectFirstIds(tx, filter, order, REMEMBERED),
    }));
    if (ids === null) return undefined;
    const records = await selectMembersInOrder(tx, ids.slice(start, end), filter.day);
    return { records, total: ids.length < REMEMBERED ? ids.length : undefined };
  }

  return {
    async searchUsers({ query, tenant, principal, read }) {
      const today = clubDay(tenant.timeZone);
      const { page, size, sort, dir, ...asked } = query;
      const count = () =>
        counts.get(tenant.id, `${today} ${JSON.stringify(asked)}`, () =>
          read(async (tx) => ({ count: await countMembers(tx, await toFilter(tx, asked, today)) })),
        );
      const [{ records, total }, counted] = await Promise.all([
        read(async (tx) => {
          const filter = await toFilter(tx, asked, today);
          const order = await toOrder(tx, { sort, dir }, principal);
          const known = await remembered(tx, filter, order, {
            start: page * size,
            end: (page + 1) * size,
          });
          return (
            known ?? {
              records: await selectMemberPage(tx, filter, order, { page, size }),
              total: undefined,
            }
          );
        }),
        // Few hits of words are counted by being found.
        asked.q === undefined ? count() : undefined,
      ]);
      const day = asked.asOf ?? today;
      return toPage(
        records.map((record) => toUserRow(record, day, principal)),
        total ?? (counted ?? (await count())).count,
        { page, size },
      );
    },
    async countUsers({ query, tenant, read }) {
      const day = query.asOf ?? clubDay(tenant.timeZone);
      return totals.get(tenant.id, day, () => read((tx) => selectCounts(tx, day)));
    },
  };
}
