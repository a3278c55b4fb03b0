/** Members, groups and a server that answers with them, for component tests. */
import { toPage } from "#platform/contract/paging.ts";
import { tenantsContract, type CustomField } from "#modules/tenants/contract.ts";
import { FakeApi } from "#platform/web/testing.ts";
import { usersContract, type User, type UserRow } from "../contract.ts";
import { groupsContract, type Group } from "../groups-contract.ts";
import { aUser, aUserRow } from "../testing.ts";

/** Returns an id that is told apart by its number. */
export function idOf(number: number): string {
  return `0193a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

/** The office of a club, which manages members and groups. */
export const OFFICE = [
  "QUERY_USER",
  "MANAGE_USER",
  "QUERY_GROUP",
  "MANAGE_GROUP",
  "MANAGE_EXPORTS",
  "SEND_MESSAGE",
] as const;

const ANNA = {
  id: idOf(1),
  memberNumber: "1001",
  salutation: "Frau",
  firstname: "Anna",
  lastname: "Kurz",
  email: "anna.kurz@example.org",
  phone: "07161 4711",
  street: "Hauptstraße 1",
  postalCode: "73033",
  city: "Göppingen",
  birthday: "1990-05-17",
  gender: "FEMALE",
  joinedOn: "2015-01-01",
  accountHolder: "Anna Kurz",
  iban: "DE02120300000000202051",
  loginState: "ACTIVE",
  createdAt: "2015-01-01T10:00:00+01:00",
  updatedAt: "2026-11-20T09:05:00+01:00",
  updatedBy: "Otto Lang",
  version: 7,
} as const satisfies Partial<UserRow>;

/** Returns a row of the member list. */
export function rowOf(changes: Partial<UserRow> = {}): UserRow {
  return aUserRow({ ...ANNA, ...changes });
}

/** Returns a member as the profile shows them. */
export function memberOf(changes: Partial<User> = {}): User {
  return aUser({ ...ANNA, username: "anna", ...changes });
}

/** Returns a custom field of the club. */
export function customFieldOf(changes: Partial<CustomField> = {}): CustomField {
  return {
    id: idOf(900),
    key: "trikot",
    label: "Trikotgröße",
    kind: "CHOICE",
    options: ["S", "M", "L"],
    required: false,
    selfService: false,
    position: 0,
    version: 1,
    ...changes,
  };
}

/** Returns a group without anything in it. */
export function groupOf(changes: Partial<Group> = {}): Group {
  return {
    id: idOf(500),
    name: "Chor",
    parent: null,
    groupName: null,
    description: null,
    color: "BLUE",
    permissions: [],
    forNewMembers: false,
    memberCount: 0,
    leaders: [],
    version: 1,
    can: [],
    ...changes,
  };
}

export const CHOIR = groupOf();
export const FOOTBALL = groupOf({ id: idOf(501), name: "Fußball", color: "GREEN" });
export const YOUTH = groupOf({
  id: idOf(502),
  name: "C-Jugend",
  parent: { id: FOOTBALL.id, name: FOOTBALL.name },
  groupName: FOOTBALL.name,
});

interface Club {
  rows?: UserRow[];
  customFields?: CustomField[];
  groups?: Group[];
  /** The groups that new members join. */
  newMemberGroups?: Group[];
}

/** A club with these members; its list is paged, and its search finds part of a last name. */
export function clubWith({
  rows = [rowOf()],
  customFields = [],
  groups = [CHOIR, FOOTBALL, YOUTH],
  newMemberGroups = [],
}: Club = {}): FakeApi {
  const api = new FakeApi();
  api.answer(usersContract.searchUsers, ({ query }) => {
    const text = query.q?.toLowerCase() ?? "";
    const found = rows.filter(({ lastname }) => lastname.toLowerCase().includes(text));
    const begin = query.page * query.size;
    return toPage(found.slice(begin, begin + query.size), found.length, query);
  });
  const former = rows.filter(({ status }) => status === "FORMER").length;
  api.answer(usersContract.countUsers, { members: rows.length - former, former, deceased: 0 });
  api.answer(usersContract.searchViews, []);
  api.answer(tenantsContract.listCustomFields, customFields);
  api.answer(groupsContract.listGroupTree, groups);
  api.answer(usersContract.listNewMemberGroups, newMemberGroups);
  api.answer(usersContract.findDuplicates, []);
  return api;
}

/** Members with different names: `Ahlers 1`, `Ahlers 2` and so on. */
export function manyRows(count: number, changes: Partial<UserRow> = {}): UserRow[] {
  return Array.from({ length: count }, (_, index) =>
    rowOf({
      id: idOf(index + 1),
      memberNumber: String(1001 + index),
      lastname: `Ahlers ${index + 1}`,
      ...changes,
    }),
  );
}
