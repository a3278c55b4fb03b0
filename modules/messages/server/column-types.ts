import type { RecipientSet } from "../contract.ts";
import type { MailFailure } from "../mail-contract.ts";

declare module "#platform/server/database/tables.ts" {
  interface ColumnTypes {
    "message_draft.recipient_sets": RecipientSet[];
    "message_group.recipient_set": RecipientSet | null;
    "message_mail.failure": MailFailure;
  }
}
