import { canOf } from "#platform/server/http/can.ts";
import { toPage } from "#platform/contract/paging.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import { retention } from "#modules/tenants/server/public.ts";
import type { TrashedUser, usersContract } from "../../contract.ts";
import { searchWords } from "#platform/contract/fold.ts";
import { anonymisationDay } from "./anonymisation-day.ts";
import { readUser } from "../people/member-handlers.ts";
import { outranks } from "../rights/permissions.ts";
import { selectRights } from "../rights/rights-queries.ts";
import { selectTrash } from "./trash-queries.ts";
import { anonymiseMember, type Erasers, restoreMembers, trashMembers } from "./trash.ts";

type TrashHandlers = Pick<
  Handlers<typeof usersContract>,
  "deleteUser" | "restoreUser" | "anonymiseUser" | "searchTrash"
>;

export function trashHandlers(erasers: Erasers): TrashHandlers {
  return {
    async deleteUser({ params, principal, write }) {
      await write(async (tx) => {
        // What lies in the trash already is no longer there to be deleted.
        await readUser(tx, params.id, principal);
        await trashMembers(tx, erasers.identity, [params.id], principal);
      });
    },
    async restoreUser({ params, principal, write }) {
      return write(async (tx) => {
        await restoreMembers(tx, [params.id], principal);
        return readUser(tx, params.id, principal);
      });
    },
    async anonymiseUser({ params, principal, write }) {
      await write((tx) => anonymiseMember(tx, erasers, params.id, principal));
    },
    async searchTrash({ query: { q, ...paging }, principal, read }) {
      return read(async (tx) => {
        const keeping = await retention(tx);
        const records = await selectTrash(tx, searchWords(q ?? ""), paging);
        const ids = records.map(({ id }) => id);
        const above = new Set(
          (await selectRights(tx, ids))
            .filter((target) => outranks(target, principal))
            .map(({ id }) => id),
        );
        return toPage(
          records.map((record) => ({
            id: record.id,
            memberNumber: record.member_number,
            firstname: record.first_name,
            lastname: record.last_name,
            birthday: record.birthday,
            city: record.city,
            deletedAt: record.deleted_at.toISOString(),
            deletedBy: record.deleted_by,
            anonymisedOn: anonymisationDay(record.deleted_at, keeping),
            can: rightsInTrash(above.has(record.id)),
          })),
          records[0]?.total ?? 0,
          paging,
        );
      });
    },
  };
}

function rightsInTrash(isAbove: boolean): TrashedUser["can"] {
  return canOf<TrashedUser>({ EXPORT: !isAbove, RESTORE: !isAbove, ANONYMISE: !isAbove });
}
