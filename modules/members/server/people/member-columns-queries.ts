import { sql } from "kysely";
import { authorName } from "./author-queries.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import type { CustomFieldValue, GENDERS, MEMBER_STATUSES } from "../../contract.ts";

/** A group as it comes with a member's row. */
export interface GroupOfMember {
  id: string;
  name: string;
  groupName: string | null;
  function: string | null;
  from: string | null;
  to: string | null;
  leader: boolean;
  permissions: Permission[];
}

/** A member with login state and groups of the reference date, as read by one statement. */
export interface MemberRecord {
  id: string;
  member_number: string;
  salutation: string | null;
  title: string | null;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  address_addition: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  birthday: string | null;
  gender: (typeof GENDERS)[number];
  joined_on: string | null;
  terminated_on: string | null;
  left_on: string | null;
  deceased_on: string | null;
  status: (typeof MEMBER_STATUSES)[number];
  account_holder: string | null;
  iban: string | null;
  bic: string | null;
  mandate_reference: string | null;
  notes: string | null;
  custom_fields: Record<string, CustomFieldValue>;
  is_admin: boolean;
  permissions: Permission[];
  message_mail: "IMMEDIATE" | "DAILY" | "NONE";
  has_picture: boolean;
  deleted_at: Date | null;
  deleted_by: string | null;
  created_at: Date;
  updated_at: Date;
  updated_by: string | null;
  version: number;
  login_state: "INVITED" | "ACTIVE" | "DISABLED" | null;
  username: string | null;
  groups: GroupOfMember[] | null;
}

/** The columns of a `MemberRecord`; needs the aliases m (member), l (login) and g (groups). */
export const memberColumns = sql`
  m.id, m.member_number, m.salutation, m.title, m.first_name, m.last_name, m.email, m.phone, m.mobile, m.street,
  m.address_addition, m.postal_code, m.city, m.country, m.birthday::text AS birthday, m.gender, m.joined_on::text AS joined_on,
  m.terminated_on::text AS terminated_on, m.left_on::text AS left_on, m.deceased_on::text AS deceased_on, m.status,
  m.account_holder, m.iban, m.bic, m.mandate_reference, m.notes, m.custom_fields, m.is_admin, m.permissions, m.message_mail,
  m.picture_256 IS NOT NULL AS has_picture, m.deleted_at, ${authorName("deleted_by")} AS deleted_by, m.created_at, m.updated_at,
  ${authorName("updated_by")} AS updated_by, m.version,
  l.state AS login_state, l.username, g.groups`;

/** Joins login and the groups of a day to m (member). */
export function memberJoins(day: string) {
  return sql`
  LEFT JOIN login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('id', cg.id, 'name', cg.name, 'groupName', parent.name, 'function', ms.function,
      'from', ms.from_on, 'to', ms.to_on, 'leader', ms.leader, 'permissions', cg.permissions) ORDER BY parent.name NULLS FIRST, cg.name) AS groups
    FROM membership ms
    JOIN club_group cg ON cg.tenant_id = ms.tenant_id AND cg.id = ms.group_id
    LEFT JOIN club_group parent ON parent.tenant_id = cg.tenant_id AND parent.id = cg.parent_id
    WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id
      AND (ms.from_on IS NULL OR ms.from_on <= ${day}::date) AND (ms.to_on IS NULL OR ms.to_on >= ${day}::date)
  ) g ON true`;
}
