import { changelogContract, type Change } from "#modules/changelog/contract.ts";
import { type Group, groupsContract as api } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { attempt, type Club, type Kind, kind, reading } from "../testing.ts";
import { type Groups, idOf } from "../people/testing.ts";

export async function groupKinds(club: Club, groups: Groups): Promise<Kind[]> {
  return [
    await groupKind(club, groups),
    await membershipKind(club, groups),
    await changeKind(club, groups),
  ];
}

async function groupKind({ app, admin }: Club, groups: Groups): Promise<Kind> {
  const records: Group[] = [];
  for (const id of Object.values(groups))
    records.push((await app.call(api.getGroup, { params: { id } }, admin)).body);
  return kind("groups", {
    schemas: [api.getGroup.answer],
    // Who writes to everybody picks groups where messages are written.
    elsewhere: ["WRITE_MESSAGE"],
    records,
    readings: [
      reading(api.searchGroups, {}),
      reading(api.listGroupTree, {}),
      ...records.map(({ id }) => reading(api.getGroup, { params: { id } })),
    ],
    tries: ({ id, name, permissions, parent, version }) => ({
      EDIT: [
        attempt(api.updateGroup, {
          params: { id },
          body: { name: `${name} neu`, permissions, parentId: parent?.id ?? null, version },
        }),
      ],
      DELETE: [attempt(api.deleteGroup, { params: { id } })],
      EDIT_MEMBERS: [attempt(api.putGroupMember, { params: { id, userId: admin.id }, body: {} })],
      SEE_MEMBERS: [attempt(api.searchGroupMembers, { params: { id } })],
      ADD_SUBGROUP: [attempt(api.createGroup, { body: { name: "Darunter", parentId: id } })],
      SEE_SUBGROUPS: [attempt(api.listGroupTree, {})],
      WRITE_MESSAGE: [
        attempt(
          messagesContract.sendMessage,
          messageForm({ subject: "Probe", recipientGroupIds: [id] }),
        ),
      ],
    }),
  });
}

/** In a group without rights, and in one that gives its members some. */
async function membershipKind(club: Club, { below, powerful }: Groups): Promise<Kind> {
  const { app, admin } = club;
  const records = [];
  for (const [name, groupId] of [
    ["in a group", below],
    ["in a group with rights", powerful],
  ] as const) {
    const userId = idOf(club, name);
    const { body } = await app.call(api.listUserMemberships, { params: { id: userId } }, admin);
    for (const { id } of body) records.push({ id, name, groupId, userId });
  }
  return kind("memberships", {
    schemas: [
      api.searchGroupMembers.answer.shape.content.element,
      api.listUserMemberships.answer.element,
    ],
    records,
    readings: records.flatMap(({ groupId, userId }) => [
      reading(api.searchGroupMembers, { params: { id: groupId } }),
      reading(api.listUserMemberships, { params: { id: userId } }),
    ]),
    tries: ({ id: membershipId, groupId, userId }) => {
      const params = { id: groupId, userId };
      return {
        EDIT: [attempt(api.putGroupMember, { params, body: { membershipId, function: "Kasse" } })],
        DELETE: [
          attempt(api.deleteGroupMember, { params }),
          attempt(api.deleteGroupMember, { params, query: { membershipId } }),
        ],
      };
    },
  });
}

/** One change of each type of record, and those that nobody can take back. */
async function changeKind({ app, admin }: Club, { below }: Groups): Promise<Kind> {
  const { body: user } = await app.call(
    usersContract.createUser,
    { body: { firstname: "Wanda", lastname: "Wandel", email: "wanda@example.org" } },
    admin,
  );
  const { id } = user;
  const { memberNumber, firstname, lastname, email, version } = user;
  const body = { memberNumber, firstname, lastname, email, version, city: "Neustadt" };
  await app.call(usersContract.updateUser, { params: { id }, body }, admin);
  await app.call(usersContract.inviteLogin, { params: { id } }, admin);
  const { body: group } = await app.call(api.createGroup, { body: { name: "Wandelbar" } }, admin);
  await app.call(api.putGroupMember, { params: { id: below, userId: id }, body: {} }, admin);
  const search = async (query: object) =>
    (await app.call(changelogContract.searchChanges, { query }, admin)).body.content;
  const records: (Change & { name: string })[] = [
    ...(await search({ user: id })),
    ...(await search({ record: group.id })),
  ].map((change) => ({ ...change, name: `${change.operation} ${change.record.type}` }));
  return kind("changes", {
    schemas: [changelogContract.searchChanges.answer.shape.content.element],
    records,
    readings: [
      reading(changelogContract.searchChanges, { query: { user: id } }),
      reading(changelogContract.searchChanges, { query: { record: group.id } }),
    ],
    tries: (change) => ({
      REVERT: [attempt(changelogContract.revertChange, { params: { id: change.id } })],
    }),
  });
}
