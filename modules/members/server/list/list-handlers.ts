import type { ReadTx } from "#platform/server/database/database.ts";
import { toPageText } from "#platform/server/http/answers/page-text.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { ROW_FIELDS, type UserCounts, type usersContract } from "../../contract.ts";
import { clubDay } from "../people/club-day.ts";
import { type MemberFilter, type MemberOrder, toFilter, toOrder } from "./list-filter.ts";
import {
  countMembers,
  pageIds,
  selectCounts,
  selectFirstIds,
  selectIdsAmong,
  theseIds,
} from "./list-queries.ts";
import { type ListRow, selectListRows, selectNamedGroups } from "./list-row-queries.ts";
import {
  knowsGroups,
  listRowTexts,
  type NamedGroups,
  namedGroups,
  wantedRow,
} from "./list-rows.ts";

import { adjusted, type Beginning, RememberedLists } from "./remembered-lists.ts";

/**
 * What is remembered stays right until something changes, which the cache is told; the day is part
 * of the key.
 */
const TTL_MS = 10 * 60_000;
/** Hits in order that are remembered, where finding a page means looking at all of them. */
const REMEMBERED = 1_000;
const MOST_LISTS = 100;
const UNKNOWN: Beginning = { ids: null, whole: false };

export function listHandlers({
  live,
}: Pick<Services, "live">): Pick<Handlers<typeof usersContract>, "searchUsers" | "countUsers"> {
  const counts = new TenantCache<{ count: number }>(live, { ttlMs: TTL_MS });
  const totals = new TenantCache<UserCounts>(live, { ttlMs: TTL_MS });
  const groups = new TenantCache<NamedGroups>(live, { ttlMs: TTL_MS });
  const lists = new RememberedLists(live, { ttlMs: TTL_MS, max: MOST_LISTS });

  /** The list's beginning, where finding a page means looking at all hits. */
  function beginningOf(tx: ReadTx, filter: MemberFilter, order: MemberOrder): Promise<Beginning> {
    return lists.get(tx.tenantId, JSON.stringify([filter, order]), {
      async find() {
        const ids = await selectFirstIds(tx, filter, order, REMEMBERED);
        return { ids, whole: ids !== null && ids.length < REMEMBERED };
      },
      async adjust(before, whole, changed) {
        const among = [...new Set([...before, ...changed])];
        const inOrder = await selectIdsAmong(tx, filter, order, among);
        return adjusted(inOrder, { whole, changed, most: REMEMBERED });
      },
    });
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
          const known = end > REMEMBERED ? UNKNOWN : await beginningOf(tx, filter, order);
          const ids =
            known.ids !== null && (known.whole || end <= known.ids.length)
              ? theseIds(known.ids.slice(start, end))
              : await pageIds(tx, filter, order, { page, size });
          const found = await selectListRows(tx, ids, filter.day, wanted);
          const named = wanted.memberships ? await namedGroupsOf(tx, found) : new Map();
          return {
            rows: listRowTexts(found, wanted, named, principal),
            total: known.whole ? known.ids?.length : undefined,
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
