import type { Permission } from "#platform/contract/permissions.ts";
import type { CustomFieldValue } from "../contract.ts";
import type { Group } from "../groups-contract.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "club_group.color": NonNullable<Group["color"]>;
    "club_group.permissions": Permission[];
    "member.custom_fields": Record<string, CustomFieldValue>;
    "member.permissions": Permission[];
    "member_view.parameters": Record<string, string>;
  }
}
