import type { Told } from "./invitations/invitation-record.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "invitation.told": Told;
  }
}
