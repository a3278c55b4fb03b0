import { clubDay } from "../people/club-day.ts";
import { searchWords } from "#platform/contract/fold.ts";
import { toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { groupsContract } from "../../groups-contract.ts";
import {
  countMemberships,
  selectLivingMembers,
  selectMembership,
  selectMemberships,
  selectMembershipsOfMember,
} from "./membership-queries.ts";
import { groupActor } from "./openings.ts";
import { putMembership, removeMembership } from "./memberships.ts";
import { selectGroupRow } from "./queries.ts";
import { toMembership, toMembershipOfUser } from "./presenters.ts";
import { seesGroup } from "./rules.ts";

type Routes = Pick<
  typeof groupsContract,
  "searchGroupMembers" | "putGroupMember" | "deleteGroupMember" | "listUserMemberships"
>;

export function membershipHandlers({
  live,
  openings,
}: Pick<Services, "live" | "openings">): Handlers<Routes> {
  const counts = new TenantCache<number>(live);
  return {
    async searchGroupMembers({ read, tenant, params, query, principal }) {
      if (!seesGroup(principal, params.id)) throw new AppError("FORBIDDEN");
      const { q, asOf, includePast, ...order } = query;
      const filter = {
        groupId: params.id,
        day: includePast ? null : (asOf ?? clubDay(tenant.timeZone)),
        words: searchWords(q ?? ""),
      };
      if (filter.words.length === 0 && q !== undefined && q.trim() !== "") {
        await read((tx) => groupOf(tx, params.id));
        return toPage([], 0, query);
      }
      return read(async (tx) => {
        const [group, count, records] = await Promise.all([
          groupOf(tx, params.id),
          counts.get(tenant.id, JSON.stringify(filter), () => countMemberships(tx, filter)),
          selectMemberships(tx, { ...filter, ...order }),
        ]);
        return toPage(
          records.map((record) => toMembership(record, group, principal)),
          count,
          query,
        );
      });
    },
    async putGroupMember({ write, params, body, principal }) {
      const actor = groupActor(principal, { openings });
      return write(async (tx) => {
        const id = await putMembership(tx, actor, params.id, params.userId, body);
        const record = await selectMembership(tx, id);
        if (record === undefined) throw notFound();
        return toMembership(record, await groupOf(tx, params.id), principal);
      });
    },
    async deleteGroupMember({ write, params, query, principal }) {
      await write((tx) =>
        removeMembership(tx, principal, params.id, params.userId, query.membershipId),
      );
    },
    async listUserMemberships({ read, params, principal }) {
      return read(async (tx) => {
        if (!(await selectLivingMembers(tx, [params.id])).has(params.id)) throw notFound();
        return (await selectMembershipsOfMember(tx, params.id)).map((record) =>
          toMembershipOfUser(record, principal),
        );
      });
    },
  };
}

async function groupOf(tx: ReadTx, id: string) {
  const group = await selectGroupRow(tx, id);
  if (group === undefined) throw notFound();
  return group;
}
