import { clubDay } from "../people/club-day.ts";
import { searchText, searchWords } from "#platform/contract/fold.ts";
import type { Contract, QueryOf } from "#platform/contract/route.ts";
import { type Page, toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { Call, Handlers } from "#platform/server/http/implement.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { Group, groupsContract } from "../../groups-contract.ts";
import { createGroup, deleteGroup, updateGroup } from "./groups.ts";
import { type GroupRecord, selectGroup, selectGroups, selectGroupsBelow } from "./queries.ts";
import { toGroup } from "./presenters.ts";
import { seesGroup } from "./rules.ts";

type Routes = Pick<
  typeof groupsContract,
  "searchGroups" | "listGroupTree" | "createGroup" | "getGroup" | "updateGroup" | "deleteGroup"
>;

const german = new Intl.Collator("de-u-kn-true");

export function groupHandlers({ live }: Services): Handlers<Routes> {
  // Counting the members of every group reads every membership: done once until something changes.
  const known = new TenantCache<GroupRecord[]>(live);
  const allGroups = ({ tenant, read }: Pick<Call<Contract[string]>, "tenant" | "read">) =>
    known.get(tenant.id, clubDay(tenant.timeZone), () => read((tx) => selectGroups(tx)));

  return {
    async searchGroups(call) {
      const led = await ledBy(call);
      return pageOfGroups(await allGroups(call), call.query, (record) =>
        toGroup(record, call.principal, led),
      );
    },
    async listGroupTree(call) {
      const led = await ledBy(call);
      return inTreeOrder(await allGroups(call)).map((record) =>
        toGroup(record, call.principal, led),
      );
    },
    async createGroup({ write, body, principal, created }) {
      const group = await write(async (tx) =>
        readGroup(tx, await createGroup(tx, principal, body), principal),
      );
      created(`/group/${group.id}`);
      return group;
    },
    async getGroup({ read, params, principal }) {
      if (!seesGroup(principal, params.id)) throw new AppError("FORBIDDEN");
      return read((tx) => readGroup(tx, params.id, principal));
    },
    async updateGroup({ write, params, body, principal }) {
      return write(async (tx) => {
        const done = await updateGroup(tx, principal, params.id, body);
        const group = await readGroup(tx, params.id, principal);
        if (!done) throw new AppError("STALE_VERSION", { current: group });
        return group;
      });
    },
    async deleteGroup({ write, params, principal }) {
      await write((tx) => deleteGroup(tx, principal, params.id));
    },
  };
}

async function readGroup(tx: ReadTx, id: string, reader: Principal): Promise<Group> {
  const record = await selectGroup(tx, id);
  if (record === undefined) throw notFound();
  return toGroup(record, reader, new Set(await selectGroupsBelow(tx, reader.ledGroupIds)));
}

/** The groups that the caller leads, with those below. Most lead none. */
async function ledBy({ read, principal }: Pick<Call<Contract[string]>, "read" | "principal">) {
  const { ledGroupIds } = principal;
  return new Set(
    ledGroupIds.length === 0 ? [] : await read((tx) => selectGroupsBelow(tx, ledGroupIds)),
  );
}

function pageOfGroups(
  records: readonly GroupRecord[],
  query: QueryOf<Routes["searchGroups"]>,
  toAnswer: (record: GroupRecord) => Group,
): Page<Group> {
  const { q, parent, sort, dir, page, size } = query;
  const words = q === undefined ? [] : searchWords(q);
  const found = records.filter((record) => {
    if (parent !== undefined && record.parent_id !== parent) return false;
    if (words.length === 0) return q === undefined || q.trim() === "";
    const text = searchText([record.name, record.parent_name]);
    return words.every((word) => text.includes(word));
  });
  const sign = dir === "ASC" ? 1 : -1;
  const sorted = found.toSorted((a, b) => sign * compareBy(sort, a, b));
  return toPage(sorted.slice(page * size, (page + 1) * size).map(toAnswer), found.length, query);
}

function compareBy(
  sort: QueryOf<Routes["searchGroups"]>["sort"],
  a: GroupRecord,
  b: GroupRecord,
): number {
  const parents = german.compare(a.parent_name ?? "", b.parent_name ?? "");
  const names = german.compare(a.name, b.name);
  const rest = a.id < b.id ? -1 : 1;
  switch (sort) {
    case "name":
      return names || parents || rest;
    case "groupName":
      return parents || names || rest;
    case "memberCount":
      return a.member_count - b.member_count || names || parents || rest;
  }
}

/** Each parent before its children; siblings stay in the order they come. */
function inTreeOrder(records: readonly GroupRecord[]): GroupRecord[] {
  const children = Map.groupBy(records, (record) => record.parent_id);
  const below = (parentId: string | null): GroupRecord[] =>
    (children.get(parentId) ?? []).flatMap((record) => [record, ...below(record.id)]);
  return below(null);
}
