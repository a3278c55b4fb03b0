import type { ColumnType, Generated } from "kysely";
import type { Permission } from "#platform/contract/permissions.ts";
import type { CustomFieldValue, GENDERS, MEMBER_STATUSES } from "../contract.ts";

type OwnValues = Record<string, CustomFieldValue>;
/**
 * Dates are read as text (`birthday::text`), because a JavaScript Date has a time zone and a
 * birthday has none.
 */
type DateText = ColumnType<string | null, string | null, string | null>;

export interface MemberTable {
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
  birthday: DateText;
  gender: (typeof GENDERS)[number];
  joined_on: DateText;
  terminated_on: DateText;
  left_on: DateText;
  deceased_on: DateText;
  status: (typeof MEMBER_STATUSES)[number];
  account_holder: string | null;
  iban: string | null;
  bic: string | null;
  mandate_reference: string | null;
  notes: string | null;
  custom_fields: ColumnType<OwnValues, string, string>;
  is_admin: Generated<boolean>;
  permissions: Generated<Permission[]>;
  message_mail: Generated<"IMMEDIATE" | "DAILY" | "NONE">;
  picture_64: string | null;
  picture_256: string | null;
  picture_512: string | null;
  search_text: string;
  name_sound: string;
  deleted_at: Date | null;
  deleted_by_id: string | null;
  deleted_by_system: string | null;
  anonymised_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  updated_by_id: string | null;
  updated_by_system: string | null;
  version: Generated<number>;
}

export interface MemberViewTable {
  id: string;
  owner_id: string;
  name: string;
  shared: boolean;
  parameters: ColumnType<Record<string, string>, string, string>;
  columns: string[];
  version: Generated<number>;
}

export interface Tables {
  member: MemberTable;
  member_view: MemberViewTable;
  /**
   * The platform's tenant row: the counter of member numbers, and the lock for changes of
   * administrators.
   */
  tenant: { tenant_id: string; next_member_number: string; trash_days: number; time_zone: string };
  /** Owned by the module identity, read only. */
  login: {
    id: string;
    member_id: string;
    username: string;
    state: "INVITED" | "ACTIVE" | "DISABLED";
  };
  /** Owned by the module groups, read only: a member's record carries its groups. */
  membership: {
    id: string;
    group_id: string;
    member_id: string;
    from_on: DateText;
    to_on: DateText;
    leader: boolean;
  };
  club_group: { id: string; name: string; parent_id: string | null; permissions: Permission[] };
}
