import { canOf } from "#platform/server/http/can.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import {
  derivedOn,
  type Me,
  OPEN_USER_FIELDS,
  OWN_PROFILE_FIELDS,
  PROTECTED_USER_FIELDS,
  type Status,
  type User,
  type UserRow,
} from "../../contract.ts";
import { copyFields, toFields } from "./field-columns.ts";
import type { GroupOfMember, MemberRecord } from "./member-columns-queries.ts";
import {
  effectivePermissions,
  grantablePermissions,
  type Holder,
  type RuledMember,
  rightsOnMember,
  rightsOnProfile,
  seesProtectedFields,
} from "../rights/permissions.ts";

/** A member who left before the day is FORMER; the day of leaving itself still counts. */
export function statusOn(
  day: string,
  { left_on, status }: Pick<MemberRecord, "left_on" | "status">,
): Status {
  return left_on !== null && left_on < day ? "FORMER" : status;
}

function toGroups(groups: GroupOfMember[] | null): UserRow["groups"] {
  return groups === null ? [] : groups.map(({ permissions: _, ...group }) => group);
}

function rightsOf(record: MemberRecord, day: string): RuledMember & { permissions: Permission[] } {
  const permissions =
    record.groups === null
      ? record.permissions
      : [...record.permissions, ...record.groups.flatMap((group) => group.permissions)];
  return {
    isAdmin: record.is_admin,
    permissions,
    groupIds: record.groups?.map(({ id }) => id) ?? [],
    loginState: record.login_state ?? "NONE",
    inTrash: record.deleted_at !== null,
    belongs: statusOn(day, record) !== "FORMER" && record.deceased_on === null,
  };
}

const FIRST_IN_ROW = ["id", ...OPEN_USER_FIELDS, ...PROTECTED_USER_FIELDS] as const;
const blank: Record<string, unknown> = Object.fromEntries(
  FIRST_IN_ROW.map((field) => [field, null]),
);
/**
 * A row before its values are in, of which each row begins as a copy: an export makes 100,000 rows,
 * and fields gathered in objects of their own first take a quarter longer.
 */
const BLANK = blank as Pick<UserRow, (typeof FIRST_IN_ROW)[number]>;

/** A row of the list. Bank data and notes are null for readers without MANAGE_USER. */
export function toUserRow(record: MemberRecord, day: string, reader: Principal): UserRow {
  const row: UserRow = {
    ...BLANK,
    id: record.id,
    enteredStatus: record.status,
    ...derivedOn(
      {
        birthday: record.birthday,
        joinedOn: record.joined_on,
        leftOn: record.left_on,
        deceasedOn: record.deceased_on,
      },
      day,
    ),
    customFields: record.custom_fields,
    loginState: record.login_state ?? "NONE",
    hasProfilePicture: record.has_picture,
    createdAt: record.created_at.toISOString(),
    updatedAt: record.updated_at.toISOString(),
    updatedBy: record.updated_by,
    version: record.version,
    groups: toGroups(record.groups),
    can: rightsOnMember(reader, rightsOf(record, day)),
  };
  copyFields(record, OPEN_USER_FIELDS, row);
  row.status = statusOn(day, record);
  if (seesProtectedFields(reader)) copyFields(record, PROTECTED_USER_FIELDS, row);
  return row;
}

/** `led`: the groups that the reader leads, with those below. */
export function toUser(
  record: MemberRecord,
  day: string,
  reader: Principal,
  led: ReadonlySet<string>,
): User {
  return {
    ...toUserRow(record, day, reader),
    username: record.username,
    isAdmin: record.is_admin,
    permissions: record.permissions,
    effectivePermissions: effectivePermissions(rightsOf(record, day)),
    can: rightsOnProfile(reader, rightsOf(record, day), led),
  };
}

export function toMe(record: MemberRecord, day: string): Me {
  const { isAdmin, permissions: held } = rightsOf(record, day);
  const holder: Holder = { isAdmin, permissions: new Set(held) };
  const permissions = effectivePermissions(holder);
  const seesGroups = permissions.includes("QUERY_GROUP");
  return {
    id: record.id,
    username: record.username,
    ...toFields(record, OWN_PROFILE_FIELDS),
    status: statusOn(day, record),
    customFields: record.custom_fields,
    permissions,
    grantablePermissions: grantablePermissions(holder),
    isAdmin,
    groups: toGroups(record.groups).map((group) => ({
      ...group,
      can: canOf<Me["groups"][number]>({ SEE: seesGroups || group.leader }),
    })),
    settings: { messageMail: record.message_mail },
    hasProfilePicture: record.has_picture,
    version: record.version,
  };
}
