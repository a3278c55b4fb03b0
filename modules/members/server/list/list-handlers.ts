import type { ReadTx } from "#platform/server/database/database.ts";
import { toPageText } from "#platform/server/http/answers/page-text.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { ROW_FIELDS, type UserCounts, type usersContract } from "../../contract.ts";
import { clubDay } from "../people/club-day.ts";
import { type MemberFilter, type MemberOrder, toFilter, toOrder } from "./list-filter.ts";
import { countMembers, selectCounts, pageIds, selectFirstIds, theseIds } from "./list-queries.ts";
import { type ListRow, selectListRows, selectNamedGroups } from "./list-row-queries.ts";
import {
  knowsGroups,
  listRowTexts,
  type NamedGroups,
  namedGroups,
  wantedRow,
} from "./list-rows.ts";

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
  const groups = new TenantCache<NamedGroups>(live, { ttlMs: TTL_MS });
  const firsts = new TenantCache<{ ids: string[] | null }>(live, {
    ttlMs: TTL_MS,
    max: MOST_LISTS,
  });

  /** The list as remembered, where finding a page means looking at all hits; null elsewhere. */
  async function remembered(tx: ReadTx, filter: MemberFilter, order: MemberOrder) {
    const { ids } = await firsts.get(tx.tenantId, JSON.stringify([filter, order]), async () => ({
      ids: await selectFirstIds(tx, filter, order, REMEMBERED),
    }));
    return ids;
  }

  async function namedGroupsOf(tx: ReadTx, rows: readonly ListRow[]): Promise<NamedGroups> {
    const load = async () => namedGroups(await selectNamedGroups(tx));
    const known = await groups.get(tx.tenantId, "", load);
    // A group that another process has made a moment ago.
    return knowsGroups(known, rows) ? known : load();
  }

  return {
    async searchUsers({ query, tenant, principal, read }) {
      const today = clubDay(tenant.timeZone);
      const { page, size, sort, dir, fields, ...asked } = query;
      const wanted = wantedRow(fields ?? ROW_FIELDS, principal);
      const [start, end] = [page * size, (page + 1) * size];
      const count = () =>
        counts.get(tenant.id, `${today} ${JSON.stringify(asked)}`, () =>
          read(async (tx) => ({ count: await countMembers(tx, await toFilter(tx, asked, today)) })),
        );
      const [{ rows, total }, counted] = await Promise.all([
        read(async (tx) => {
          const filter = await toFilter(tx, asked, today);
          const order = await toOrder(tx, { sort, dir }, principal);
          const known = end > REMEMBERED ? null : await remembered(tx, filter, order);
          const ids =
            known === null
              ? await pageIds(tx, filter, order, { page, size })
              : theseIds(known.slice(start, end));
          const found = await selectListRows(tx, ids, filter.day, wanted);
          const named = wanted.memberships ? await namedGroupsOf(tx, found) : new Map();
          return {
            rows: listRowTexts(found, wanted, named, principal),
            total: known !== null && known.length < REMEMBERED ? known.length : undefined,
          };
        }),
        // Few hits of words are counted by being found.
        asked.q === undefined ? count() : undefined,
      ]);
      return toPageText(rows, total ?? (counted ?? (await count())).count, { page, size });
    },
    async countUsers({ query, tenant, read }) {
      const day = query.asOf ?? clubDay(tenant.timeZone);
      return totals.get(tenant.id, day, () => read((tx) => selectCounts(tx, day)));
    },
  };
}
