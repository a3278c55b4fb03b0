import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { askingFirst, type Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { IdentityAdmin } from "#modules/identity/server/public.ts";
import type { User, usersContract } from "../../contract.ts";
import { findDuplicates } from "./duplicates/duplicates.ts";
import { disableLogins, enableLogin, inviteMember, resetPassword } from "../rights/logins.ts";
import { selectGroupsForNewMembers } from "../groups/group-list-queries.ts";
import { joinChosenGroups, joinForNewMembers } from "../groups/new-members.ts";
import { groupActor } from "../groups/openings.ts";
import { selectGroupsBelow } from "../groups/queries.ts";
import { clubDay } from "./club-day.ts";
import type { MemberRecord } from "./member-columns-queries.ts";
import { checkPostalCode } from "./postal-codes.ts";
import { selectMember, selectToday } from "./queries.ts";
import { toUser } from "./presenters.ts";
import { createMembers, updateMember } from "./save-member.ts";
import { setMemberPermissions } from "../rights/set-permissions.ts";

type MemberHandlers = Pick<
  Handlers<typeof usersContract>,
  | "getUser"
  | "createUser"
  | "listNewMemberGroups"
  | "updateUser"
  | "findDuplicates"
  | "setUserPermissions"
  | "inviteLogin"
  | "disableLogin"
  | "enableLogin"
  | "resetUserPassword"
>;

/** The record as the reader may see it; 404 when there is none. */
export async function readUser(tx: ReadTx, id: string, reader: Principal): Promise<User> {
  return readUserOn(tx, id, reader, await selectToday(tx));
}

async function readUserOn(
  tx: ReadTx,
  id: string,
  reader: Principal,
  day: string,
  led = groupsLed(tx, reader),
): Promise<User> {
  const [record, groups] = await Promise.all([selectMember(tx, id, day), led]);
  if (record === undefined) throw notFound();
  return toUser(record, day, reader, groups);
}

/** The groups that the reader leads, with those below. */
async function groupsLed(tx: ReadTx, { ledGroupIds }: Principal): Promise<ReadonlySet<string>> {
  return new Set(await selectGroupsBelow(tx, ledGroupIds));
}

async function userPresenter(
  tx: ReadTx,
  reader: Principal,
): Promise<(record: MemberRecord, today: string) => User> {
  const led = await groupsLed(tx, reader);
  return (record, today) => toUser(record, today, reader, led);
}

export function memberHandlers(identity: IdentityAdmin, services: Services): MemberHandlers {
  // As the reader's rights are: until anything in the club changes.
  const led = new TenantCache<ReadonlySet<string>>(services.live);
  return {
    async getUser({ params, tenant, principal, read }) {
      const day = clubDay(tenant.timeZone);
      return read((tx) =>
        readUserOn(
          tx,
          params.id,
          principal,
          day,
          led.get(tenant.id, principal.ledGroupIds.join(" "), () => groupsLed(tx, principal)),
        ),
      );
    },
    async createUser({ body, principal, write, created }) {
      checkPostalCode(body);
      const user = await write(async (tx) => {
        const [id] = await createMembers(tx, [body]);
        if (id === undefined) throw new AppError("INTERNAL");
        await (body.groupIds === undefined
          ? joinForNewMembers(tx, [id])
          : joinChosenGroups(tx, id, body.groupIds, groupActor(principal, services)));
        return readUser(tx, id, principal);
      });
      created(`/user/${user.id}`);
      return user;
    },
    async listNewMemberGroups({ read }) {
      const groups = await read((tx) => selectGroupsForNewMembers(tx));
      return groups.map(({ id, name, parent_name }) => ({ id, name, groupName: parent_name }));
    },
    async updateUser({ params, body, principal, write }) {
      return write(async (tx) => {
        await updateMember(tx, params.id, body, {
          actor: principal,
          check: checkPostalCode,
          show: await userPresenter(tx, principal),
        });
        return readUser(tx, params.id, principal);
      });
    },
    async findDuplicates({ body, read }) {
      return read((tx) => findDuplicates(tx, body));
    },
    async setUserPermissions({ params, body, principal, write }) {
      return write(async (tx) => {
        await setMemberPermissions(tx, params.id, body, {
          actor: principal,
          show: await userPresenter(tx, principal),
        });
        return readUser(tx, params.id, principal);
      });
    },
    inviteLogin: askingFirst(
      ({ params, body, tenant }) =>
        identity.prepareInvitation(tenant.id, { memberId: params.id, ...body }),
      ({ params, principal, write }, invitation) =>
        write(async (tx) => {
          await inviteMember(tx, identity, invitation, principal);
          return readUser(tx, params.id, principal);
        }),
    ),
    async disableLogin({ params, principal, write }) {
      return write(async (tx) => {
        await disableLogins(tx, identity, [params.id], principal);
        return readUser(tx, params.id, principal);
      });
    },
    async enableLogin({ params, principal, write }) {
      return write(async (tx) => {
        await enableLogin(tx, identity, params.id, principal);
        return readUser(tx, params.id, principal);
      });
    },
    async resetUserPassword({ params, principal, write }) {
      await write((tx) => resetPassword(tx, identity, params.id, principal));
    },
  };
}
