import type { MailFailure } from "../mail-contract.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "message_mail.failure": MailFailure;
  }
}
