import type { NotifiedState } from "./invitations/invitation-record.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "invitation.notified_state": NotifiedState;
  }
}
