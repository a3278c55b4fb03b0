import { holdsPermission } from "../rights/permissions.ts";
import { clubDay } from "../people/club-day.ts";
import { searchWords } from "#platform/contract/fold.ts";
import type { Contract } from "#platform/contract/route.ts";
import { toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { Call, Handlers } from "#platform/server/http/implement.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { Group, groupsContract } from "../../groups-contract.ts";
import { createGroup, deleteGroup, updateGroup } from "./groups.ts";
import {
  type GroupRecord,
  selectGroup,
  selectGroupPage,
  selectGroups,
} from "./group-list-queries.ts";
import { closedGroups, groupActor } from "./openings.ts";
import { selectGroupsBelow } from "./queries.ts";
import { toGroup } from "./presenters.ts";
import { seesGroup } from "./rules.ts";

type Openings = Services["openings"];

type Routes = Pick<
  typeof groupsContract,
  "searchGroups" | "listGroupTree" | "createGroup" | "getGroup" | "updateGroup" | "deleteGroup"
>;

export function groupHandlers({ live, openings }: Services): Handlers<Routes> {
  // Counting the members of every group reads every membership: done once until something changes.
  const known = new TenantCache<GroupRecord[]>(live);
  const pages = new TenantCache<{ records: GroupRecord[]; count: number }>(live);
  const allGroups = ({ tenant, read }: Pick<Call<Contract[string]>, "tenant" | "read">) =>
    known.get(tenant.id, clubDay(tenant.timeZone), () => read((tx) => selectGroups(tx)));

  return {
    async searchGroups(call) {
      const { tenant, query, read, principal } = call;
      const led = await ledBy(call);
      const { q = "", ...rest } = query;
      const words = searchWords(q);
      // Signs alone stand in no name.
      if (words.length === 0 && q.trim() !== "") return toPage([], 0, query);
      const search = { ...rest, words, parent: query.parent };
      const key = `${clubDay(tenant.timeZone)} ${JSON.stringify(search)}`;
      const { records, count } = await pages.get(tenant.id, key, () =>
        read((tx) => selectGroupPage(tx, search)),
      );
      const closed = await closedTo(call, openings, records);
      return toPage(
        records.map((record) => toGroup(record, principal, led, closed)),
        count,
        query,
      );
    },
    async listGroupTree(call) {
      const led = await ledBy(call);
      const records = inTreeOrder(await allGroups(call));
      const closed = await closedTo(call, openings, records);
      return records.map((record) => toGroup(record, call.principal, led, closed));
    },
    async createGroup({ write, body, principal, created }) {
      const group = await write(async (tx) =>
        readGroup(
          tx,
          await createGroup(tx, groupActor(principal, { openings }), body),
          principal,
          openings,
        ),
      );
      created(`/group/${group.id}`);
      return group;
    },
    async getGroup({ read, params, principal }) {
      if (!seesGroup(principal, params.id)) throw new AppError("FORBIDDEN");
      return read((tx) => readGroup(tx, params.id, principal, openings));
    },
    async updateGroup({ write, params, body, principal }) {
      return write(async (tx) => {
        const done = await updateGroup(tx, groupActor(principal, { openings }), params.id, body);
        const group = await readGroup(tx, params.id, principal, openings);
        if (!done) throw new AppError("STALE_VERSION", { current: group });
        return group;
      });
    },
    async deleteGroup({ write, params, principal }) {
      await write((tx) => deleteGroup(tx, principal, params.id));
    },
  };
}

async function readGroup(
  tx: ReadTx,
  id: string,
  reader: Principal,
  openings: Openings,
): Promise<Group> {
  const record = await selectGroup(tx, id);
  if (record === undefined) throw notFound();
  const led = new Set(await selectGroupsBelow(tx, reader.ledGroupIds));
  const closed = await closedGroups(tx, groupActor(reader, { openings }), [record]);
  return toGroup(record, reader, led, closed);
}

/** The groups that the caller leads, with those below. Most lead none. */
async function ledBy({ read, principal }: Pick<Call<Contract[string]>, "read" | "principal">) {
  const { ledGroupIds } = principal;
  return new Set(
    ledGroupIds.length === 0 ? [] : await read((tx) => selectGroupsBelow(tx, ledGroupIds)),
  );
}

/** Those of the groups that open what the caller may not open. */
async function closedTo(
  { read, principal }: Pick<Call<Contract[string]>, "read" | "principal">,
  openings: Openings,
  records: readonly GroupRecord[],
) {
  if (principal.isAdmin || !holdsPermission(principal, "MANAGE_GROUP")) return new Set<string>();
  return read((tx) => closedGroups(tx, groupActor(principal, { openings }), records));
}

/** Each parent before its children; siblings stay in the order they come. */
function inTreeOrder(records: readonly GroupRecord[]): GroupRecord[] {
  const children = Map.groupBy(records, (record) => record.parent_id);
  const below = (parentId: string | null): GroupRecord[] =>
    (children.get(parentId) ?? []).flatMap((record) => [record, ...below(record.id)]);
  return below(null);
}
