import type { ChangeValue, Fields } from "./queries.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "change.fields": Fields;
    "present_member.present": Record<string, ChangeValue>;
    "present_membership.present": Record<string, ChangeValue>;
    "present_group.present": Record<string, ChangeValue>;
  }
}
