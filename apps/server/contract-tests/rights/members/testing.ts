import { dashboardContract } from "#modules/dashboard/contract.ts";
import { changelogContract } from "#modules/changelog/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { type User, usersContract as api } from "#modules/members/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { PIXEL } from "../../samples.ts";
import { attempt, type Club, type Kind, kind, reading, type Target } from "../testing.ts";
import { type Groups, userOf } from "../people/testing.ts";

/** Each right that has to do with members, alone and with others, and those who have none. */
const PEOPLE = [
  "an administrator",
  "nobody",
  "another club's administrator",
  "a member",
  "QUERY_USER",
  "MANAGE_USER",
  "MANAGE_GROUP",
  "QUERY_USER_CHANGELOG",
  "SEND_MESSAGE",
  "sees members",
  "writes to members",
  "manages members",
  "manages groups",
  "an office",
  "everything but administrator",
  "a leader",
  "a leader of the group above",
  "a leader who sees members",
];

interface MemberTarget extends Target {
  /** As it was before it went to the trash. */
  user: User;
  inTrash: boolean;
}

/** Members in every state that a right depends on. */
export async function memberKinds(club: Club, groups: Groups): Promise<Kind[]> {
  const records = await makeMembers(club, groups);
  return [
    kind("members", {
      schemas: [
        api.getUser.answer,
        api.searchUsers.answer.shape.content.element,
        api.searchTrash.answer.shape.content.element,
        api.previewDeletion.answer,
      ],
      // Leaders find their people in the group, those who write to everybody where they write.
      elsewhere: ["WRITE_MESSAGE"],
      records,
      people: PEOPLE,
      readings: [
        reading(api.searchUsers, { query: { size: 200 } }),
        reading(api.searchTrash, { query: { size: 200 } }),
        ...records.map(({ id }) => reading(api.getUser, { params: { id } })),
        ...records
          .filter(({ name, inTrash }) => inTrash || ["plain", "powerful"].includes(name))
          .map(({ id }) => reading(api.previewDeletion, { params: { id } }, id)),
      ],
      tries: memberTries(groups),
    }),
    dueDeletions(records.filter(({ name }) => name === "long gone")),
    await savedViews(club),
    ownGroups(groups),
  ];
}

/** What is not everybody's to read; each member has some. */
const NOTE = "Zahlt bar.";

async function makeMembers(club: Club, { below }: Groups): Promise<MemberTarget[]> {
  const { app, tenant, admin } = club;
  await setRetention(club);
  const made = new Map<string, string>();
  const make = async (
    name: string,
    who: { permissions?: Permission[]; isAdmin?: boolean } = {},
  ) => {
    const email = `${name.replaceAll(" ", "-")}@example.org`;
    const { id } = await app.user(tenant, { ...who, email });
    made.set(name, id);
    return id;
  };
  const login = async (id: string, state: string) => {
    await app.call(api.inviteLogin, { params: { id } }, admin);
    await club.sql("UPDATE login SET state = $2 WHERE member_id = $1", [id, state]);
  };
  await make("plain");
  await login(await make("invited"), "INVITED");
  await login(await make("active"), "ACTIVE");
  await login(await make("disabled"), "DISABLED");
  await make("powerful", { permissions: ["MANAGE_USER", "MANAGE_TENANT"] });
  await make("second administrator", { isAdmin: true });
  const params = { id: below, userId: await make("led") };
  await app.call(groupsContract.putGroupMember, { params, body: {} }, admin);
  await club.sql(
    "UPDATE member SET joined_on = '2000-01-01', left_on = '2001-01-01' WHERE id = $1",
    [await make("long gone")],
  );
  const trashed = [
    await make("trashed"),
    await make("trashed powerful", { permissions: ["MANAGE_TENANT"] }),
  ];
  // Those who try meet themselves as well.
  for (const name of ["manages members", "an office"]) made.set(name, userOf(club, name).id);
  await club.sql("UPDATE member SET notes = $1", [NOTE]);
  for (const id of made.values())
    await app.call(api.putUserPicture, { params: { id }, body: PIXEL }, admin);
  const records: MemberTarget[] = [];
  for (const [name, id] of made) {
    const { body: user } = await app.call(api.getUser, { params: { id } }, admin);
    records.push({ id, name, user, inTrash: trashed.includes(id) });
  }
  for (const id of trashed) await app.call(api.deleteUser, { params: { id } }, admin);
  return records;
}

async function setRetention({ app, admin }: Club): Promise<void> {
  const { body } = await app.call(tenantsContract.getTenant, {}, admin);
  const { displayName, accentColor, timeZone, trashDays, version } = body;
  const settings = { displayName, accentColor, timeZone, trashDays, retentionMonths: 12, version };
  await app.call(tenantsContract.updateTenant, { body: settings }, admin);
}

/**
 * Switching off what is off and taking out of the trash what is not in it are answered too and
 * change nothing: only what changes something counts as done.
 */
function memberTries({ plain }: Groups) {
  return ({ id, name, user, inTrash }: MemberTarget) => {
    const params = { id };
    const { memberNumber, firstname, lastname, email, joinedOn, leftOn, version } = user;
    const body = { memberNumber, firstname, lastname, email, joinedOn, leftOn, version };
    const rights = { permissions: user.permissions, isAdmin: user.isAdmin, version };
    return {
      EDIT: [attempt(api.updateUser, { params, body: { ...body, city: "Neustadt" } })],
      EDIT_PICTURE: [
        attempt(api.deleteUserPicture, { params }),
        // Making a picture takes its time.
        ...(name === "plain" || inTrash
          ? [attempt(api.putUserPicture, { params, body: PIXEL })]
          : []),
      ],
      EDIT_LOGIN_DATA: [
        attempt(api.updateUser, { params, body: { ...body, email: "neu@example.org" } }),
      ],
      EDIT_PERMISSIONS: [attempt(api.setUserPermissions, { params, body: rights })],
      EDIT_ADMIN: [
        attempt(api.setUserPermissions, { params, body: { ...rights, isAdmin: !user.isAdmin } }),
      ],
      EXPORT: [attempt(api.exportUserData, { params })],
      DELETE: [attempt(api.deleteUser, { params })],
      INVITE: [attempt(api.inviteLogin, { params })],
      RESET_PASSWORD: [
        // Who was invited and has no password yet is sent the invitation anew: that is INVITE.
        attempt(api.resetUserPassword, { params }, () => user.loginState === "ACTIVE"),
      ],
      ENABLE_LOGIN: [
        attempt(
          api.enableLogin,
          { params },
          ({ loginState }) => user.loginState === "DISABLED" && loginState !== "DISABLED",
        ),
      ],
      DISABLE_LOGIN: [
        attempt(
          api.disableLogin,
          { params },
          ({ loginState }) => user.loginState !== "DISABLED" && loginState === "DISABLED",
        ),
      ],
      RESTORE: [attempt(api.restoreUser, { params }, () => inTrash)],
      ANONYMISE: [attempt(api.anonymiseUser, { params })],
      ADD_TO_GROUP: [
        attempt(groupsContract.putGroupMember, { params: { id: plain, userId: id }, body: {} }),
      ],
      SEE_HISTORY: [attempt(changelogContract.searchChanges, { query: { user: id } })],
      SEE_PROTECTED: [attempt(api.getUser, { params }, ({ notes }) => notes === NOTE)],
      WRITE_MESSAGE: [
        attempt(
          messagesContract.sendMessage,
          messageForm({ subject: "Probe", recipientIds: [id] }),
        ),
      ],
    };
  };
}

/** Whose time of keeping is over goes for good without the days in the trash, chosen in a list. */
function dueDeletions(records: MemberTarget[]): Kind {
  return kind("due deletions", {
    schemas: [api.searchDueDeletions.answer.shape.content.element],
    records,
    readings: [reading(api.searchDueDeletions, {})],
    tries: ({ id }) => ({
      DELETE: [attempt(api.bulkUsers, { body: { ids: [id], action: "TRASH" } })],
      ANONYMISE: [attempt(api.bulkUsers, { body: { ids: [id], action: "ANONYMISE" } })],
    }),
  });
}

/** One's own, another's that is shared, and another's that is not. */
async function savedViews(club: Club): Promise<Kind> {
  const make = async (name: string, owner: string, shared: boolean) => {
    const body = { name, shared };
    return (await club.app.call(api.createView, { body }, userOf(club, owner))).body;
  };
  const views = [
    await make("shared", "sees members", true),
    await make("kept to oneself", "sees members", false),
    await make("of an administrator", "an administrator", true),
  ];
  return kind("saved views", {
    schemas: [api.searchViews.answer.element],
    records: views,
    readings: [reading(api.searchViews, {})],
    tries: ({ id, name, shared, version }) => ({
      EDIT: [attempt(api.updateView, { params: { id }, body: { name, shared, version } })],
      DELETE: [attempt(api.deleteView, { params: { id } })],
    }),
  });
}

/** The groups that one belongs to, as one's own profile shows them. */
function ownGroups({ above, below, powerful }: Groups): Kind {
  return kind("one's own groups", {
    schemas: [api.getMe.answer.shape.groups.element],
    // Other groups than one's own are found in the list of groups.
    elsewhere: ["SEE"],
    records: [
      { id: above, name: "above" },
      { id: below, name: "below" },
      { id: powerful, name: "with rights" },
    ],
    readings: [reading(api.getMe, {}), reading(dashboardContract.getOverview, {})],
    tries: ({ id }) => ({ SEE: [attempt(groupsContract.getGroup, { params: { id } })] }),
  });
}
